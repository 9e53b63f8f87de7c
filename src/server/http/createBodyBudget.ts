/** Bodies up to this size need no reservation: capture stays open while large bodies wait. */
export const SMALL_BODY_BYTES = 64 * 1024

/** The bytes that one request has reserved for its body. */
export interface BodyReservation {
  /** Reserves `bytes` in all for the request. @returns `false` when the requests in progress would exceed the budget. */
  growTo: (bytes: number) => boolean
  release: () => void
}

/**
 * Creates a budget for the bodies of all requests that are read or wait for their answer: one and a half of the largest size.
 * The batches of honest clients are far smaller, and have room of their own: slow uploads of the largest size keep none of them
 * out. See D-411, D-477.
 *
 * @param maxBodyBytes The largest size of a body.
 * @returns A function that starts the reservation of one request.
 */
export function createBodyBudget(maxBodyBytes: number): () => BodyReservation {
  const limitFor = (bytes: number): number => (bytes <= maxBodyBytes / 20 ? 2 : 1.5) * maxBodyBytes
  let total = 0
  return () => {
    let own = 0
    return {
      growTo: bytes => {
        if (bytes <= SMALL_BODY_BYTES) return true
        if (total - own + bytes > limitFor(bytes)) return false
        total += bytes - own
        own = bytes
        return true
      },
      release: () => {
        total -= own
        own = 0
      },
    }
  }
}
