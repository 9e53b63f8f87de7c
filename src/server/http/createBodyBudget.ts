/** Above this size, a body is counted while it arrives, grows outside of the heap, and needs a turn once it is unpacked. */
export const SMALL_BODY_BYTES = 64 * 1024

/** Room for small bodies alone: capture stays open while large bodies wait. */
const SMALL_BODIES_BYTES = 100 * SMALL_BODY_BYTES

/** The bytes that one request has reserved for its body. */
export interface BodyReservation {
  /** Reserves `bytes` in all for the request. @returns `false` when the requests in progress would exceed the budget. */
  growTo: (bytes: number) => boolean
  release: () => void
}

/**
 * Creates a budget for the bodies of all requests that are read, unpacked or wait for their answer: one and a half of the largest
 * size. The batches of honest clients are far smaller, and have room of their own, as small bodies have: slow uploads of the
 * largest size keep none of them out. See D-411, D-477, D-721.
 *
 * @param maxBodyBytes The largest size of a body.
 * @returns A function that starts the reservation of one request.
 */
export function createBodyBudget(maxBodyBytes: number): () => BodyReservation {
  const limitFor = (bytes: number): number => {
    if (bytes <= SMALL_BODY_BYTES) return 2 * maxBodyBytes + SMALL_BODIES_BYTES
    return (bytes <= maxBodyBytes / 20 ? 2 : 1.5) * maxBodyBytes
  }
  let total = 0
  return () => {
    let own = 0
    let isReleased = false
    return {
      growTo: bytes => {
        // A request that its caller has aborted is handled to its end.
        if (isReleased) return true
        if (total - own + bytes > limitFor(bytes)) return false
        total += bytes - own
        own = bytes
        return true
      },
      release: () => {
        total -= own
        own = 0
        isReleased = true
      },
    }
  }
}
