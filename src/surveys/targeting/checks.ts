import { arrayOrEmpty } from '../../lib/arrayOrEmpty'
import { attempt } from '../../lib/attempt'
import type { FlagValue } from '../../wire/flag'
import type { PreparedSurvey } from './prepareSurvey'

/** The inputs of the checks. What is costly to read is a function. See D-107 to D-109. */
export interface EvaluationContext {
  /** Milliseconds since 1970. */
  now: number
  url: string
  device: string | undefined
  /** Returns the flag's value; `undefined` while it is unknown. */
  flag(key: string): FlagValue | undefined
  flagsLoaded: boolean
  /** Returns when a survey was last visible here, in milliseconds since 1970; NaN if none was. */
  lastSeen(): number
  isSeen(key: string): boolean
  /** Whether a survey session was started and not finished, on this device or hidden on this page. */
  isInProgress(prepared: PreparedSurvey): boolean
  isTriggered(prepared: PreparedSurvey): boolean
  matchesSelector(selector: string): boolean
}

/** A condition that must hold for a survey to show. See D-107 to D-109. */
export interface Check {
  name: string
  /** What the check depends on: the survey and its visitor, the current page, or an event that has occurred. */
  scope: 'survey' | 'page' | 'event'
  /** `undefined` means unknown so far: the survey does not show now, and the next evaluation checks again. */
  passes(prepared: PreparedSurvey, context: EvaluationContext): boolean | undefined
}

const DAY_MS = 86_400_000

const isFlagOn = (key: string | null | undefined, context: EvaluationContext): boolean | undefined => {
  if (!key) return true
  const value = context.flag(key)
  return value === undefined ? (context.flagsLoaded ? false : undefined) : value !== false
}

function passesLinkedFlag({ survey }: PreparedSurvey, context: EvaluationContext): boolean | undefined {
  const key = survey.linked_flag_key
  const variant = survey.conditions.linkedFlagVariant
  const isOn = isFlagOn(key, context)
  return isOn && key && variant && variant !== 'any' ? context.flag(key) === variant : isOn
}

/**
 * The service turns this flag off for a person who has finished the survey. A stored "on" may be that of the previous
 * iteration, so iterated surveys wait for loaded flags.
 */
function passesInternalFlag(prepared: PreparedSurvey, context: EvaluationContext): boolean | undefined {
  const { survey, repeatable } = prepared
  const key = survey.internal_targeting_flag_key
  if (repeatable || !key) return true
  const isIterated = survey.schedule === 'recurring' || Number(survey.current_iteration) > 0
  const isOn = isIterated && !context.flagsLoaded ? undefined : isFlagOn(key, context)
  return isOn || context.isInProgress(prepared) || isOn
}

/** A date more than a day ahead is ignored: a clock was wrong. The next survey overwrites it. */
function passesWaitPeriod(prepared: PreparedSurvey, context: EvaluationContext): boolean {
  if (prepared.waitMs === 0 || context.isInProgress(prepared)) return true
  const elapsedMs = context.now - context.lastSeen()
  return !(elapsedMs >= -DAY_MS && elapsedMs <= prepared.waitMs)
}

/** Entries with an empty key or value are ignored. */
const passesFeatureFlags = ({ survey }: PreparedSurvey, context: EvaluationContext): boolean =>
  arrayOrEmpty(survey.feature_flag_keys).every(flag => isFlagOn(flag?.key && flag.value, context))

/**
 * Every check, in order: cheap checks first, then those that read storage. Flags are read late, because reading one counts as
 * an exposure. See D-109.
 */
export const CHECKS: readonly Check[] = [
  { name: 'running', scope: 'survey', passes: ({ start, end }, { now }) => start <= now && now < end },
  { name: 'type', scope: 'survey', passes: ({ survey }) => /^(popover|widget|api)$/.test(survey.type) },
  {
    name: 'trigger',
    scope: 'event',
    passes: (prepared, context) => prepared.startEvents.length === 0 || context.isTriggered(prepared),
  },
  { name: 'url', scope: 'page', passes: ({ url }, context) => !url || url(context.url) },
  {
    name: 'device type',
    scope: 'page',
    passes: ({ device }, context) => !device || (context.device !== undefined && device(context.device)),
  },
  { name: 'waiting period', scope: 'survey', passes: passesWaitPeriod },
  {
    name: 'already seen',
    scope: 'survey',
    passes: (prepared, context) =>
      prepared.repeatable || !context.isSeen(prepared.key) || context.isInProgress(prepared),
  },
  { name: 'internal targeting flag', scope: 'survey', passes: passesInternalFlag },
  { name: 'linked flag', scope: 'survey', passes: passesLinkedFlag },
  {
    name: 'targeting flag',
    scope: 'survey',
    passes: ({ survey }, context) => isFlagOn(survey.targeting_flag_key, context),
  },
  { name: 'feature flags', scope: 'page', passes: passesFeatureFlags },
  {
    name: 'selector',
    scope: 'page',
    passes: ({ survey }, context) =>
      !survey.conditions.selector || context.matchesSelector(survey.conditions.selector),
  },
]

/**
 * Returns the name of the first check that fails or is unknown; `undefined` when the survey may show. Never throws.
 *
 * @param filter Selects the checks to run; all by default. See D-107 to D-109.
 */
export function firstFailedCheck(
  prepared: PreparedSurvey,
  context: EvaluationContext,
  filter: (check: Check) => boolean = () => true,
): string | undefined {
  // A field of an unexpected type: this survey does not show, and the others are not affected.
  return attempt(
    () => CHECKS.find(check => filter(check) && !check.passes(prepared, context))?.name,
    'malformed',
  )
}
