/** One request as `state.requests()` tells it. */
export interface LoggedRequest {
  method: string
  path: string
  query: Record<string, string>
  /** Names in lower case. */
  headers: Record<string, string>
  contentType: string
  /** How the body was packed: `plain`, `gzip`, `lz64`, `base64`; undefined when nobody read it. */
  encoding: string | undefined
  /** Bytes as sent. */
  bytes: number
  /** The body, unpacked; undefined when nobody could read it, or it is longer than a million characters. */
  body: unknown
  /** Of the answer; 0 while there is none, and for a connection that was dropped. */
  status: number
  /** Epoch ms. */
  at: number
}
