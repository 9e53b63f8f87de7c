import { arrayOrEmpty } from '../lib/arrayOrEmpty'
import type { FlagValue } from '../wire/flag'
import type { MatchType, SurveyConditions, SurveyConfig } from '../wire/survey'
import type { Definition } from './definitions'
import { never, prepareTest, type Test } from './match'
import { keyOf } from './seen'

/** A survey made ready for deciding, so that a decision parses nothing. */
export interface Candidate {
  survey: Definition
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
  url: Test | undefined
  device: Test | undefined
  /** Events that can start it, and that can take it back; `ANY_EVENT` is every one. */
  startedBy: readonly string[]
  cancelledBy: readonly string[]
}

/** Stands for every event: an action that says nothing of its name. */
export const ANY_EVENT = ''

/** What decisions look at. Functions, so that only what is asked for is fetched. */
export interface Surroundings {
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
  isUnderWay(candidate: Candidate): boolean
  isTriggered(key: string): boolean
  has(selector: string): boolean
}

const DAY = 86_400_000

/** A date that is not there never comes; one that cannot be read is NaN, and compares with nothing. */
const dateOf = (text: string | null | undefined): number =>
  text ? Date.parse(text) : Number.POSITIVE_INFINITY

function conditionTest(
  targets: readonly unknown[],
  type: MatchType | null | undefined,
  onFault: () => void,
): Test | undefined {
  const wanted = targets.map(target => String(target ?? '').trim()).filter(target => target !== '')
  if (wanted.length === 0) return undefined
  const test = prepareTest(wanted, type)
  if (!test) onFault()
  return test ?? never
}

/** The names of the events of a condition. */
const namesOf = (condition: SurveyConditions['cancelEvents']): string[] =>
  arrayOrEmpty(condition?.values).flatMap(trigger => trigger?.name || [])

const actionNames = ({ actions }: SurveyConditions): string[] =>
  arrayOrEmpty(actions?.values).flatMap(action =>
    arrayOrEmpty(action?.steps).map(step => step?.event || ANY_EVENT),
  )

/**
 * Makes a survey ready.
 *
 * @param onFault A condition cannot be understood: the survey stays, and is not shown by it.
 */
export function prepareCandidate(survey: Definition, config: SurveyConfig, onFault: () => void): Candidate {
  const { conditions, schedule, appearance } = survey
  const events = namesOf(conditions.events)
  const days = [conditions, config].map(from => Number(from.seenSurveyWaitPeriodInDays) || 0)
  return {
    survey,
    key: keyOf(survey),
    start: dateOf(survey.start_date),
    end: dateOf(survey.end_date),
    repeatable:
      schedule === 'always' || (conditions.events?.repeatedActivation === true && events.length > 0),
    waitMs: Math.max(...days) * DAY,
    delayMs: Math.max(Number(appearance.surveyPopupDelaySeconds) || 0, 0) * 1000,
    url: conditionTest([conditions.url], conditions.urlMatchType, onFault),
    device: conditionTest(arrayOrEmpty(conditions.deviceTypes), conditions.deviceTypesMatchType, onFault),
    startedBy: [...events, ...actionNames(conditions)],
    cancelledBy: namesOf(conditions.cancelEvents),
  }
}

/** One thing that must hold. */
export interface Check {
  name: string
  /** `survey`: about the survey and its visitor; `place`: about this page; `moment`: about what has happened. */
  about: 'survey' | 'place' | 'moment'
  /** `undefined`: not known yet, so not now; asked again when it is. */
  holds(candidate: Candidate, around: Surroundings): boolean | undefined
}

const isOn = (key: string | null | undefined, around: Surroundings): boolean | undefined => {
  if (!key) return true
  const value = around.flag(key)
  return value === undefined ? (around.flagsLoaded ? false : undefined) : value !== false
}

function linkedFlagHolds({ survey }: Candidate, around: Surroundings): boolean | undefined {
  const on = isOn(survey.linked_flag_key, around)
  const variant = survey.conditions.linkedFlagVariant
  if (!on || !survey.linked_flag_key || !variant || variant === 'any') return on
  return around.flag(survey.linked_flag_key) === variant
}

/** The service turns this flag off for who has answered or closed; a stored "on" of a new iteration may be out of date. */
function internalFlagHolds(candidate: Candidate, around: Surroundings): boolean | undefined {
  const { survey, repeatable } = candidate
  if (repeatable) return true
  const iterated = survey.schedule === 'recurring' || Number(survey.current_iteration) > 0
  const on = iterated && !around.flagsLoaded ? undefined : isOn(survey.internal_targeting_flag_key, around)
  return on || !survey.internal_targeting_flag_key || around.isUnderWay(candidate) || on
}

/** A date more than a day ahead is none: some clock was wrong, and the next survey corrects it. */
function waitHolds(candidate: Candidate, around: Surroundings): boolean {
  if (candidate.waitMs === 0 || around.isUnderWay(candidate)) return true
  const passed = around.now - around.lastSeen()
  return !(passed >= -DAY && passed <= candidate.waitMs)
}

/** Entries with an empty key or value ask for nothing. */
const extraFlagsHold = ({ survey }: Candidate, around: Surroundings): boolean =>
  arrayOrEmpty(survey.feature_flag_keys).every(flag => isOn(flag?.key && flag.value, around))

/**
 * Every check, in the order in which they are asked: cheap ones first, what is stored later, and flags late, because a look at
 * one counts as an exposure. DECISIONS, "Eligibility".
 */
export const CHECKS: readonly Check[] = [
  { name: 'running', about: 'survey', holds: ({ start, end }, { now }) => start <= now && now < end },
  { name: 'type', about: 'survey', holds: ({ survey }) => /^(popover|widget|api)$/.test(survey.type) },
  {
    name: 'trigger',
    about: 'moment',
    holds: ({ key, startedBy }, around) => startedBy.length === 0 || around.isTriggered(key),
  },
  { name: 'url', about: 'place', holds: ({ url }, around) => !url || url(around.url) },
  {
    name: 'device type',
    about: 'place',
    holds: ({ device }, around) => !device || (around.device !== undefined && device(around.device)),
  },
  { name: 'waiting period', about: 'survey', holds: waitHolds },
  {
    name: 'already seen',
    about: 'survey',
    holds: (candidate, around) =>
      candidate.repeatable || !around.isSeen(candidate.key) || around.isUnderWay(candidate),
  },
  { name: 'internal targeting flag', about: 'survey', holds: internalFlagHolds },
  { name: 'linked flag', about: 'survey', holds: linkedFlagHolds },
  {
    name: 'targeting flag',
    about: 'survey',
    holds: ({ survey }, around) => isOn(survey.targeting_flag_key, around),
  },
  { name: 'feature flags', about: 'place', holds: extraFlagsHold },
  {
    name: 'selector',
    about: 'place',
    holds: ({ survey }, around) => !survey.conditions.selector || around.has(survey.conditions.selector),
  },
]

/**
 * The first check that does not hold; `undefined` when the survey may show.
 *
 * @param among Asks only some of the checks.
 * @returns The name of the check. One that is not known yet does not hold either.
 */
export function obstacle(
  candidate: Candidate,
  around: Surroundings,
  among: (check: Check) => boolean = () => true,
): string | undefined {
  try {
    return CHECKS.find(check => among(check) && !check.holds(candidate, around))?.name
  } catch {
    // A field of a kind that nobody foresaw: this survey does not show, and the others are asked.
    return 'malformed'
  }
}
