import { nullProtoRecord } from '../lib/nullProtoRecord'
import type { FlagResult, FlagsReply, FlagValue } from '../wire/flag'

/** What is kept of one evaluation result: the same in memory and in storage, so it is short. */
export interface FlagEntry {
  value: FlagValue
  /** JSON text, as the service gave it. */
  payload?: string
  id?: number
  version?: number
  reason?: string
  experiment?: boolean
}

/** Flag key -> entry. */
export type FlagEntries = Record<string, FlagEntry>

function toEntry({ enabled, variant, reason, metadata }: FlagResult): FlagEntry {
  const { id, version, payload, has_experiment } = metadata ?? {}
  return {
    value: enabled ? (variant ?? true) : false,
    // A flag that is off has no payload, whatever the service sent beside it.
    payload: (enabled && payload) || undefined,
    id,
    version,
    reason: reason?.description ?? reason?.code,
    experiment: has_experiment,
  }
}

/**
 * The flags after an answer: all are replaced, unless the service could not compute some; then what it did compute is
 * laid over what was known. Interface 4.3.
 *
 * @param partial True: the request asked for some flags only.
 */
export function mergedFlags(previous: FlagEntries, reply: FlagsReply, partial = false): FlagEntries {
  const merged = nullProtoRecord(partial || reply.errorsWhileComputingFlags === true ? previous : undefined)
  for (const key of Object.keys(reply.flags ?? {})) {
    const result = reply.flags![key]
    if (result && typeof result === 'object' && !result.failed) merged[key] = toEntry(result)
  }
  return merged
}

/** A payload as the page wants it: parsed; the raw text when it is no JSON; `undefined` when there is none. */
export function parsePayload(text: string | undefined): unknown {
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
