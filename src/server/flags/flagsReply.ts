import type { FlagResult, FlagsReply, FlagValue } from '../../wire/flag'

/** The result of a flags request, independent of the version of its reply. */
interface FlagsOutcome {
  results: FlagResult[]
  /** The quotas that are used up. */
  quotaLimited: string[]
  requestId: string
  /** Epoch ms. */
  evaluatedAt: number
}

/** The reply to `v=1` and to unknown versions. See D-285. */
interface LegacyFlagsReply {
  featureFlags: Record<string, FlagValue>
  featureFlagPayloads: Record<string, string>
  errorsWhileComputingFlags: boolean
  requestId: string
  quotaLimited?: string[]
}

/** Returns the version of the reply: 2 when `v` is missing or at least 2, else 1, the legacy form. */
export function replyVersion(v: string | null): 1 | 2 {
  if (v === null || v === '') return 2
  return /^\d+$/.test(v) && Number(v) >= 2 ? 2 : 1
}

/** Builds the documented reply. Interface section 4.3, response. */
export function flagsReply(outcome: FlagsOutcome): FlagsReply {
  return {
    flags: Object.fromEntries(outcome.results.map(result => [result.key, result])),
    errorsWhileComputingFlags: outcome.results.some(result => result.failed),
    ...quotaField(outcome),
    requestId: outcome.requestId,
    evaluatedAt: outcome.evaluatedAt,
  }
}

/** Builds the reply that older clients read. */
export function legacyFlagsReply(outcome: FlagsOutcome): LegacyFlagsReply {
  const { results } = outcome
  return {
    featureFlags: Object.fromEntries(
      results.map(({ key, enabled, variant }) => [key, enabled && (variant ?? true)]),
    ),
    featureFlagPayloads: Object.fromEntries(
      results.flatMap(({ key, metadata }) => (metadata?.payload ? [[key, metadata.payload]] : [])),
    ),
    errorsWhileComputingFlags: results.some(result => result.failed),
    ...quotaField(outcome),
    requestId: outcome.requestId,
  }
}

function quotaField({ quotaLimited }: FlagsOutcome): { quotaLimited?: string[] } {
  return quotaLimited.length > 0 ? { quotaLimited } : {}
}
