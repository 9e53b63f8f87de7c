/** A request that costs a service more than it costs its sender. */
interface HostileRequest {
  path: string
  body: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

/** Each returns a request. `part`: 0 to 1, how much of the usual size. */
export const HOSTILE_REQUESTS: ((part: number) => HostileRequest)[]
