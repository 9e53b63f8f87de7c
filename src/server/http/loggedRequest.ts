/** One entry of the request log. */
export interface LoggedRequest {
  method: string
  path: string
  query: Record<string, string>
  /** Names in lower case. */
  headers: Record<string, string>
  contentType: string
  /** Encoding of the body: `plain`, `gzip`, `lz64` or `base64`. Undefined when the body was not read. */
  encoding: string | undefined
  /** Length of the body as sent. */
  bytes: number
  /** The decoded body. Undefined when it was not read, or is longer than a million characters. */
  body: unknown
  /** Status of the response. 0 until there is one, and for a dropped connection. */
  status: number
  /** Epoch ms. */
  at: number
}
