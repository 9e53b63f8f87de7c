import { copyOf, parseJson, serialize, stringifyStored } from '../lib/json'
import { nullProtoRecord, ownOptions } from '../lib/nullProtoRecord'
import { objectOrEmpty } from '../lib/objectOrEmpty'
import { isObject, isText } from '../lib/typeGuards'
import type { FlagResult, FlagValue } from '../wire/flag'

/** One evaluated flag. Held in memory and stored in this form, so names are short. */
export interface FlagEntry {
  value: FlagValue
  /** JSON text, as sent by the service. */
  payload?: string
  id?: number
  version?: number
  reason?: string
  /** Code of the reason. */
  code?: string
  experiment?: boolean
}

/** Entries by flag key. */
export type FlagEntries = Record<string, FlagEntry>

/** Values of another type, as a template or a relay may pass, switch nothing on. */
const isFlagValue = (value: unknown) => typeof value === 'boolean' || isText(value)

function toEntry(result: FlagResult): FlagEntry {
  const { enabled, variant, reason, metadata } = ownOptions(result)
  const isOn = enabled === true
  const { id, version, payload, has_experiment } = ownOptions({ ...metadata })
  return {
    value: isOn ? variant || true : false,
    // A disabled flag has no payload, even if the service sends one.
    payload: isOn ? toPayloadText(payload) : undefined,
    id,
    version,
    reason: reason?.description ?? reason?.code,
    code: reason?.code,
    experiment: has_experiment,
  }
}

/** Returns the entries of a reply's flags. Leaves out flags that the service could not compute. Interface 4.3. */
export function toEntries(results: Record<string, FlagResult>): FlagEntries {
  const entries = nullProtoRecord<FlagEntry>()
  for (const [key, result] of Object.entries(results)) {
    if (!isObject(result) || result.failed) continue
    const entry = toEntry(result)
    if (isFlagValue(entry.value)) entries[key] = entry
  }
  return entries
}

/** Returns the entries of values that the page sets. A disabled flag has no payload. They inherit nothing, see D-711. */
export function entriesOf(
  values: Record<string, FlagValue> | undefined,
  payloads: Record<string, unknown> | undefined,
): FlagEntries {
  const entries = nullProtoRecord<FlagEntry>()
  const safePayloads = nullProtoRecord(payloads)
  for (const [key, value] of Object.entries<FlagValue>(copyOf(values)))
    if (isFlagValue(value))
      entries[key] = ownOptions<FlagEntry>({
        value,
        ...(value !== false && key in safePayloads && { payload: serialize(safePayloads[key]) }),
      })
  return entries
}

/** Returns the entries that an earlier page has stored, without those of another form. See D-351. */
export function storedEntries(stored: unknown): FlagEntries {
  const entries = nullProtoRecord<FlagEntry>()
  for (const [key, entry] of Object.entries(objectOrEmpty(stored))) {
    const { value, payload } = objectOrEmpty(entry)
    if (isFlagValue(value) && (payload === undefined || isText(payload))) entries[key] = entry as FlagEntry
  }
  return entries
}

/** Returns a payload of a reply as text. Some services send JSON values in place of their text. */
export function toPayloadText(payload: unknown): string | undefined {
  if (payload == null) return undefined
  return isText(payload) ? payload : stringifyStored(payload)
}

/** Returns a parsed payload as an ordinary object (D-711), the text itself if it is not JSON, or `undefined` without a payload. */
export const parsePayload = (text: string | undefined): unknown => parseJson<unknown>(text, text)
