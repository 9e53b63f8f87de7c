/** Above this size, as sent or unpacked, a body grows outside of the heap and takes a turn of the large ones. */
export const SMALL_BODY_BYTES = 64 * 1024

/** Room for small bodies alone: capture stays open while large bodies wait. */
const SMALL_BODIES_BYTES = 100 * SMALL_BODY_BYTES

/** An upload waits from one such part to the next, so that single bytes are no progress. */
const PART_BYTES = 16 * 1024
/** A part takes longer on a line of less than 8 kB/s alone. */
const STALLED_MS = 2000

/** The bytes that one request has reserved for its body. */
export interface BodyReservation {
  /** Reserves `bytes` in all for the request. @returns `false` when the requests in progress would exceed the budget. */
  growTo: (bytes: number) => boolean
  /**
   * Marks the body as one that still arrives, so that it may be ended when others need its room.
   *
   * @param end Called when it is. Its bytes count no more, and it cannot grow again.
   * @returns A function that says that the body has arrived.
   */
  startUpload: (end: () => void) => () => void
  release: () => void
}

/** A body that arrives. */
interface Upload {
  bytes: () => number
  end: () => void
  /** Time of the last part. */
  at: number
  /** Size at which the next part has arrived. */
  nextBytes: number
}

/**
 * Creates a budget for the bodies of all requests that are read, unpacked or wait for their answer: one and a half of the largest
 * size. The batches of honest clients are far smaller, and have room of their own, as small bodies have: slow uploads of the
 * largest size keep none of them out. See D-411, D-477, D-721.
 *
 * When there is no room, the uploads that have waited longest for their next part are ended: those that wait for two seconds, and
 * for a small body any. See D-816.
 *
 * @param maxBodyBytes The largest size of a body.
 * @returns A function that starts the reservation of one request.
 */
export function createBodyBudget(maxBodyBytes: number, now: () => number = Date.now): () => BodyReservation {
  const limitFor = (bytes: number): number => {
    if (bytes <= SMALL_BODY_BYTES) return 2 * maxBodyBytes + SMALL_BODIES_BYTES
    return (bytes <= maxBodyBytes / 20 ? 2 : 1.5) * maxBodyBytes
  }
  /** Those that have bytes, the one that has waited longest first. */
  const uploads = new Set<Upload>()
  let total = 0

  /** Ends uploads until `missing` bytes are free, or none when they do not suffice. */
  const makeRoom = (missing: number, own: Upload | undefined, minWaitMs: number): boolean => {
    const ended: Upload[] = []
    let freed = 0
    for (const upload of uploads) {
      if (freed >= missing || now() - upload.at < minWaitMs) break
      if (upload === own) continue
      ended.push(upload)
      freed += upload.bytes()
    }
    if (freed < missing) return false
    for (const upload of ended) upload.end()
    return true
  }

  return () => {
    let own = 0
    let isReleased = false
    let isEnded = false
    let upload: Upload | undefined
    const free = (): void => {
      total -= own
      own = 0
      if (upload) uploads.delete(upload)
    }
    return {
      growTo: bytes => {
        // A request that its caller has aborted is handled to its end.
        if (isReleased) return true
        if (isEnded) return false
        const missing = total - own + bytes - limitFor(bytes)
        const minWaitMs = bytes <= SMALL_BODY_BYTES ? 0 : STALLED_MS
        if (missing > 0 && !makeRoom(missing, upload, minWaitMs)) return false
        total += bytes - own
        own = bytes
        if (upload && bytes >= upload.nextBytes) {
          uploads.delete(upload)
          uploads.add(Object.assign(upload, { at: now(), nextBytes: bytes + PART_BYTES }))
        }
        return true
      },
      startUpload: end => {
        const endUpload = () => {
          isEnded = true
          free()
          end()
        }
        upload = { bytes: () => own, end: endUpload, at: now(), nextBytes: 0 }
        return () => {
          if (upload) uploads.delete(upload)
          upload = undefined
        }
      },
      release: () => {
        free()
        isReleased = true
      },
    }
  }
}
