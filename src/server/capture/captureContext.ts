import type { Transaction } from '../store/store'
import type { CaptureHost } from './host'

/** The open transaction of a capture request, with everything that storing its events needs. */
export interface CaptureContext extends CaptureHost {
  transaction: Transaction
  projectId: number
  /** ISO 8601. */
  now: string
  uuid: () => string
}
