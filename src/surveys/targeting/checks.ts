import { arrayOrEmpty } from '../../lib/arrayOrEmpty'
import type { FlagValue } from '../../wire/flag'
import type { MatchType, SurveyConditions, SurveyConfig } from '../../wire/survey'
import { keyOfSurvey } from '../storage/storageKeys'
import { compileMatcher, type Matcher, matchNothing } from './match'
import type { ParsedSurvey } from './parseSurvey'

/** A survey made ready for deciding, so that a decision parses nothing. */
export interface PreparedSurvey {
  survey: ParsedSurvey
  /** What it is remembered by. */
  key: string
  /** Milliseconds since 1970; a draft never starts. */
  start: number
  end: number
  /** Answering it does not end it. */
  repeatable: boolean
  /** Milliseconds that must have passed since any survey was seen. */
  waitMs: number
  /** Milliseconds between becoming eligible, or being triggered, and showing. */
  delayMs: number
  url: Matcher | undefined
  device: Matcher | undefined
  /** Events that can start it, and that can take it back; `ANY_EVENT` is every one. */
  startEvents: readonly string[]
  cancelEvents: readonly string[]
}

/** Stands for every event: an action that says nothing of its name. */
export const ANY_EVENT = ''

/** What decisions look at. Functions, so that only what is asked for is fetched. */
export interface EvaluationContext {
  /** Milliseconds since 1970. */
  now: number
  url: string
  device: string | undefined
  /** The flag's value; `undefined` while it is not known. */
  flag(key: string): FlagValue | undefined
  flagsLoaded: boolean
  /** Milliseconds since 1970 of the last survey seen here; NaN when there was none. */
  lastSeen(): number
  isSeen(key: string): boolean
  /** Its run was begun and not ended: on this device, or hidden on this page. */
  isInProgress(prepared: PreparedSurvey): boolean
  isTriggered(key: string): boolean
  matchesSelector(selector: string): boolean
}

const DAY = 86_400_000

/** A date that is not there never comes; one that cannot be read is NaN, and compares with nothing. */
const parseDate = (text: string | null | undefined): number =>
  text ? Date.parse(text) : Number.POSITIVE_INFINITY

function compileCondition(
  targets: readonly unknown[],
  type: MatchType | null | undefined,
  onInvalid: () => void,
): Matcher | undefined {
  const wanted = targets.map(target => String(target ?? '').trim()).filter(target => target !== '')
  if (wanted.length === 0) return undefined
  const test = compileMatcher(wanted, type)
  if (!test) onInvalid()
  return test ?? matchNothing
}

/** The names of the events of a condition. */
const eventNames = (condition: SurveyConditions['cancelEvents']): string[] =>
  arrayOrEmpty(condition?.values).flatMap(trigger => trigger?.name || [])

const actionNames = ({ actions }: SurveyConditions): string[] =>
  arrayOrEmpty(actions?.values).flatMap(action =>
    arrayOrEmpty(action?.steps).map(step => step?.event || ANY_EVENT),
  )

/**
 * Makes a survey ready.
 *
 * @param onInvalid A condition cannot be understood: the survey stays, and is not shown by it.
 */
export function prepareSurvey(
  survey: ParsedSurvey,
  config: SurveyConfig,
  onInvalid: () => void,
): PreparedSurvey {
  const { conditions, schedule, appearance } = survey
  const events = eventNames(conditions.events)
  const days = [conditions, config].map(from => Number(from.seenSurveyWaitPeriodInDays) || 0)
  return {
    survey,
    key: keyOfSurvey(survey),
    start: parseDate(survey.start_date),
    end: parseDate(survey.end_date),
    repeatable:
      schedule === 'always' || (conditions.events?.repeatedActivation === true && events.length > 0),
    waitMs: Math.max(...days) * DAY,
    delayMs: Math.max(Number(appearance.surveyPopupDelaySeconds) || 0, 0) * 1000,
    url: compileCondition([conditions.url], conditions.urlMatchType, onInvalid),
    device: compileCondition(
      arrayOrEmpty(conditions.deviceTypes),
      conditions.deviceTypesMatchType,
      onInvalid,
    ),
    startEvents: [...events, ...actionNames(conditions)],
    cancelEvents: eventNames(conditions.cancelEvents),
  }
}

/** One thing that must hold. */
export interface Check {
  name: string
  /** `survey`: about the survey and its visitor; `place`: about this page; `moment`: about what has happened. */
  scope: 'survey' | 'place' | 'moment'
  /** `undefined`: not known yet, so not now; asked again when it is. */
  passes(prepared: PreparedSurvey, context: EvaluationContext): boolean | undefined
}

const isFlagOn = (key: string | null | undefined, context: EvaluationContext): boolean | undefined => {
  if (!key) return true
  const value = context.flag(key)
  return value === undefined ? (context.flagsLoaded ? false : undefined) : value !== false
}

function passesLinkedFlag({ survey }: PreparedSurvey, context: EvaluationContext): boolean | undefined {
  const on = isFlagOn(survey.linked_flag_key, context)
  const variant = survey.conditions.linkedFlagVariant
  if (!on || !survey.linked_flag_key || !variant || variant === 'any') return on
  return context.flag(survey.linked_flag_key) === variant
}

/** The service turns this flag off for who has answered or closed; a stored "on" of a new iteration may be out of date. */
function passesInternalFlag(prepared: PreparedSurvey, context: EvaluationContext): boolean | undefined {
  const { survey, repeatable } = prepared
  if (repeatable) return true
  const iterated = survey.schedule === 'recurring' || Number(survey.current_iteration) > 0
  const on =
    iterated && !context.flagsLoaded ? undefined : isFlagOn(survey.internal_targeting_flag_key, context)
  return on || !survey.internal_targeting_flag_key || context.isInProgress(prepared) || on
}

/** A date more than a day ahead is none: some clock was wrong, and the next survey corrects it. */
function passesWaitPeriod(prepared: PreparedSurvey, context: EvaluationContext): boolean {
  if (prepared.waitMs === 0 || context.isInProgress(prepared)) return true
  const passed = context.now - context.lastSeen()
  return !(passed >= -DAY && passed <= prepared.waitMs)
}

/** Entries with an empty key or value ask for nothing. */
const passesFeatureFlags = ({ survey }: PreparedSurvey, context: EvaluationContext): boolean =>
  arrayOrEmpty(survey.feature_flag_keys).every(flag => isFlagOn(flag?.key && flag.value, context))

/**
 * Every check, in the order in which they are asked: cheap ones first, what is stored later, and flags late, because a look at
 * one counts as an exposure. DECISIONS, "Eligibility".
 */
export const CHECKS: readonly Check[] = [
  { name: 'running', scope: 'survey', passes: ({ start, end }, { now }) => start <= now && now < end },
  { name: 'type', scope: 'survey', passes: ({ survey }) => /^(popover|widget|api)$/.test(survey.type) },
  {
    name: 'trigger',
    scope: 'moment',
    passes: ({ key, startEvents }, context) => startEvents.length === 0 || context.isTriggered(key),
  },
  { name: 'url', scope: 'place', passes: ({ url }, context) => !url || url(context.url) },
  {
    name: 'device type',
    scope: 'place',
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
  { name: 'feature flags', scope: 'place', passes: passesFeatureFlags },
  {
    name: 'selector',
    scope: 'place',
    passes: ({ survey }, context) =>
      !survey.conditions.selector || context.matchesSelector(survey.conditions.selector),
  },
]

/**
 * The first check that does not hold; `undefined` when the survey may show.
 *
 * @param filter Asks only some of the checks.
 * @returns The name of the check. One that is not known yet does not hold either.
 */
export function firstFailedCheck(
  prepared: PreparedSurvey,
  context: EvaluationContext,
  filter: (check: Check) => boolean = () => true,
): string | undefined {
  try {
    return CHECKS.find(check => filter(check) && !check.passes(prepared, context))?.name
  } catch {
    // A field of a kind that nobody foresaw: this survey does not show, and the others are asked.
    return 'malformed'
  }
}
