import type { GroupRow, PersonRow } from '../store/rows'
import type { Transaction } from '../store/store'
import type { CaptureHost } from './host'
import type { createPropertyDrafts } from './propertyDrafts'

/** The open transaction of a capture request, with everything that storing its events needs. */
export interface CaptureContext extends CaptureHost {
  transaction: Transaction
  projectId: number
  /** ISO 8601. */
  now: string
  uuid: () => string
  /** By id. */
  persons: ReturnType<typeof createPropertyDrafts<PersonRow>>
  /** The hash ids of persons that the transaction has created, undefined for those without one, which it need not look for. */
  newHashIds: Map<string, string | undefined>
  /** By type and key, as JSON. */
  groups: ReturnType<typeof createPropertyDrafts<GroupRow>>
}
