import type { FlagResult, FlagsReply, FlagValue } from '../../wire/flag'

/** What a flags request came to, before it takes the form of its version. */
interface FlagsOutcome {
  results: FlagResult[]
  isQuotaLimited: boolean
  requestId: string
  /** Epoch ms. */
  evaluatedAt: number
}

/** The answer of `v=1` and of versions that nobody knows. DECISIONS, "Values of v". */
interface LegacyFlagsReply {
  featureFlags: Record<string, FlagValue>
  featureFlagPayloads: Record<string, string>
  errorsWhileComputingFlags: boolean
  requestId: string
  quotaLimited?: string[]
}

/** The form that a request asks for: 2 for 2 and above or nothing, else the legacy one. */
export function replyVersion(v: string | null): 1 | 2 {
  if (v === null || v === '') return 2
  return /^\d+$/.test(v) && Number(v) >= 2 ? 2 : 1
}

/** Interface section 4.3, response. */
export function flagsReply(outcome: FlagsOutcome): FlagsReply {
  return {
    flags: Object.fromEntries(outcome.results.map(result => [result.key, result])),
    errorsWhileComputingFlags: outcome.results.some(result => result.failed),
    ...quota(outcome),
    requestId: outcome.requestId,
    evaluatedAt: outcome.evaluatedAt,
  }
}

/** The form that older clients read. */
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
    ...quota(outcome),
    requestId: outcome.requestId,
  }
}

function quota({ isQuotaLimited }: FlagsOutcome): { quotaLimited?: string[] } {
  return isQuotaLimited ? { quotaLimited: ['feature_flags'] } : {}
}
