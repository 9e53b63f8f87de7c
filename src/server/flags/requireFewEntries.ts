import { invalidInput } from '../http/reply'
import { isObject } from '../lib/values'

/** The most entries of a list or an object in a flags request. Honest requests have far fewer. See D-635. */
const MAX_ENTRIES = 10_000

/**
 * Checks the size of each field before the schema reads its entries: an error for each of a million wrong ones would fill the
 * memory.
 *
 * @throws HttpError 400 for the first field with too many entries.
 */
export function requireFewEntries(json: unknown): void {
  if (!isObject(json)) return
  for (const [name, value] of Object.entries(json)) {
    const isTooLong = typeof value === 'object' && value !== null && Object.keys(value).length > MAX_ENTRIES
    if (isTooLong) throw invalidInput(`Ensure this field has no more than ${MAX_ENTRIES} elements.`, name)
  }
}
