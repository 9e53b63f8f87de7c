import { createSenderSums } from '../lib/createSenderSums'

/** Larger public bodies, as sent or unpacked, are read one after another, because a body takes many times its size as values. */
export const TINY_BODY_BYTES = 1024

/** Above this size, as sent or unpacked, a body grows outside of the heap and takes a turn of the large ones. */
export const SMALL_BODY_BYTES = 64 * 1024

/** Up to this size a body waits for none that is larger: an outbox is smaller, and an import is not. See D-459. */
export const MEDIUM_BODY_BYTES = 256 * 1024

/** A request takes about as much until its answer beside its head and its body: its message, values and closures. See D-836. */
const REQUEST_BYTES = 32 * 1024

/** Room for small bodies alone: capture stays open while large bodies wait. */
const SMALL_BODIES_BYTES = 100 * (SMALL_BODY_BYTES + REQUEST_BYTES)
/** A sender with more than this in progress leaves room to others. */
const MANY_BYTES = SMALL_BODIES_BYTES / 2
/** Room for small bodies of senders with few requests alone. See D-858. */
const FEW_ROOM_BYTES = SMALL_BODIES_BYTES / 4
/** A small body and another request. */
const FEW_BYTES = SMALL_BODY_BYTES + 2 * REQUEST_BYTES

/** An upload waits from one such part to the next, so that single bytes are no progress. */
const PART_BYTES = 16 * 1024
/** A part takes longer on a line of less than 8 kB/s alone. */
const STALLED_MS = 2000

/** The bytes that one request has reserved for its body, beside its other memory. */
export interface BodyReservation {
  /** Reserves `bytes` in all for the body. @returns `false` when more than before would exceed the budget. */
  growTo: (bytes: number) => boolean
  /**
   * Marks the body as one that still arrives, so that it may be ended when others need its room.
   *
   * @param headBytes Memory of the head, which counts from now on beside the body and what any request takes.
   * @param end Called when it is ended. Its bytes count no more, and it cannot grow again.
   * @returns A function that says that the body has arrived.
   */
  startUpload: (headBytes: number, end: () => void) => () => void
  /**
   * Reserves what a request without a body takes, and ends no upload for it.
   *
   * @returns `false` when the requests that have arrived would exceed the budget.
   */
  startWithoutBody: (headBytes: number) => boolean
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
 * Creates a budget for the requests that are read, unpacked or wait for their answer: one and a half of the largest size of a body.
 * The batches of honest clients are far smaller, and have room of their own, as small bodies have: slow uploads of the largest
 * size keep none of them out, nor do a few senders. See D-411, D-477, D-721, D-835, D-858.
 *
 * When there is no room, the uploads that have waited longest for their next part are ended: those that wait for two seconds, and
 * any for a small body of a sender with few others. See D-816.
 *
 * @param maxBodyBytes The largest size of a body.
 * @returns A function that starts the reservation of one request, for its sender.
 */
export function createBodyBudget(
  maxBodyBytes: number,
  now: () => number = Date.now,
): (sender: string) => BodyReservation {
  const limitFor = (bytes: number, leavesRoom: boolean): number => {
    if (bytes > Math.max(SMALL_BODY_BYTES, maxBodyBytes / 20)) return 1.5 * maxBodyBytes
    if (leavesRoom) return 1.75 * maxBodyBytes
    return 2 * maxBodyBytes + (bytes <= SMALL_BODY_BYTES ? SMALL_BODIES_BYTES : 0)
  }
  /** Those that have bytes, the one that has waited longest first. */
  const uploads = new Set<Upload>()
  /** Bytes of the uploads. */
  let uploading = 0
  const sums = createSenderSums()

  /**
   * Whether a request without a large body leaves room to those of other senders: as much as its sender has, unless that is little.
   *
   * @param arrived Bytes of all requests that cannot be ended any more.
   */
  const isFair = (ofSender: number, arrived: number): boolean => {
    if (ofSender <= FEW_BYTES) return true
    if (ofSender > MANY_BYTES) return arrived <= limitFor(0, true)
    return arrived + ofSender <= limitFor(0, false) - FEW_ROOM_BYTES
  }

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

  return sender => {
    let requestBytes = 0
    let own = 0
    let isReleased = false
    let isEnded = false
    let upload: Upload | undefined
    const setOwn = (bytes: number): void => {
      sums.add(sender, bytes - own)
      if (upload) uploading += bytes - own
      own = bytes
    }
    const free = (): void => {
      setOwn(0)
      if (upload) uploads.delete(upload)
    }
    const isFairWith = (bytes: number): boolean => {
      const arrived = sums.total() - uploading - (upload ? 0 : own)
      return isFair(sums.of(sender) - own + bytes, arrived + bytes)
    }
    return {
      growTo: bodyBytes => {
        // A request that its caller has aborted is handled to its end.
        if (isReleased) return true
        if (isEnded) return false
        const bytes = requestBytes + bodyBytes
        // Giving back is no question of room.
        if (bytes < own) {
          setOwn(bytes)
          return true
        }
        const isSmall = bodyBytes <= SMALL_BODY_BYTES
        if (isSmall && !isFairWith(bytes)) return false
        const leavesRoom = sums.of(sender) > MANY_BYTES
        const missing = sums.total() - own + bytes - limitFor(bodyBytes, leavesRoom)
        const minWaitMs = isSmall && !leavesRoom ? 0 : STALLED_MS
        if (missing > 0 && !makeRoom(missing, upload, minWaitMs)) return false
        setOwn(bytes)
        if (upload && bytes >= upload.nextBytes) {
          uploads.delete(upload)
          uploads.add(Object.assign(upload, { at: now(), nextBytes: bytes + PART_BYTES }))
        }
        return true
      },
      startUpload: (headBytes, end) => {
        requestBytes = REQUEST_BYTES + headBytes
        const endUpload = () => {
          isEnded = true
          free()
          end()
        }
        upload = { bytes: () => own, end: endUpload, at: now(), nextBytes: 0 }
        uploading += own
        return () => {
          if (!upload) return
          uploads.delete(upload)
          uploading -= own
          upload = undefined
        }
      },
      startWithoutBody: headBytes => {
        requestBytes = REQUEST_BYTES + headBytes
        if (!isFairWith(requestBytes)) return false
        setOwn(requestBytes)
        return true
      },
      release: () => {
        free()
        isReleased = true
      },
    }
  }
}
