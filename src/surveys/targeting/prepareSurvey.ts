import { arrayOrEmpty } from '../../lib/arrayOrEmpty'
import { ownOptions } from '../../lib/nullProtoRecord'
import type { MatchType, SurveyConditions, SurveyConfig } from '../../wire/survey'
import { keyOfSurvey } from '../storage/storageKeys'
import { hasValidConditions } from './hasValidConditions'
import { compileMatcher, type Matcher, matchNothing } from './match'
import type { ParsedSurvey } from './parseSurvey'

/** A survey with its conditions compiled, so that an evaluation parses nothing. See D-107 to D-109. */
export interface PreparedSurvey {
  survey: ParsedSurvey
  /** Last part of its stored keys. */
  key: string
  /** Whether all conditions have the shapes they should. */
  hasValidConditions: boolean
  /** Milliseconds since 1970; infinity for a draft, NaN when a condition or a date cannot be understood. */
  start: number
  /** Milliseconds since 1970; infinity if it does not end. */
  end: number
  /** Whether it may show again after it was finished. */
  repeatable: boolean
  /** Milliseconds that must have passed since any survey was visible. */
  waitMs: number
  /** Milliseconds between becoming eligible, or being triggered, and showing. */
  delayMs: number
  url: Matcher | undefined
  device: Matcher | undefined
  /** Names of the events that can start it; `ANY_EVENT` stands for all. */
  startEvents: readonly string[]
  /** Names of the events that can cancel it. */
  cancelEvents: readonly string[]
}

/** Stands for every event name, for action steps without one. See D-118 to D-120. */
export const ANY_EVENT = ''

const DAY_MS = 86_400_000

/**
 * A missing date is never reached. An invalid one is NaN, which fails every comparison. Libraries replace `Date.parse` by one that reads
 * no ISO date. See D-823.
 */
const parseDate = (text: string | null | undefined): number => (text ? +new Date(String(text)) : Infinity)

/** Returns `undefined` if there is no condition. */
function compileCondition(
  values: readonly unknown[],
  type: MatchType | null | undefined,
): Matcher | undefined {
  const targets = values.map(value => String(value ?? '')).filter(target => target.trim())
  return targets.length > 0 ? (compileMatcher(targets, type) ?? matchNothing) : undefined
}

const eventNames = (condition: SurveyConditions['cancelEvents']): string[] =>
  arrayOrEmpty(condition?.values).flatMap(trigger => trigger?.name || [])

const actionEventNames = ({ actions }: SurveyConditions): string[] =>
  arrayOrEmpty(actions?.values).flatMap(action =>
    arrayOrEmpty(action?.steps).map(step => step?.event || ANY_EVENT),
  )

/**
 * Compiles the conditions of a survey. May throw when a field has an unexpected type.
 *
 * @param config Project-wide defaults; the longer waiting period applies. See D-096, D-097.
 */
export function prepareSurvey(survey: ParsedSurvey, config: SurveyConfig): PreparedSurvey {
  const { conditions, schedule, appearance } = survey
  const events = eventNames(conditions.events)
  const waitDays = [conditions, ownOptions(config)].map(
    source => Number(source.seenSurveyWaitPeriodInDays) || 0,
  )
  const isValid = hasValidConditions(survey)
  return {
    survey,
    key: keyOfSurvey(survey),
    hasValidConditions: isValid,
    // NaN never comes: a condition of a wrong shape must not mean "everybody".
    start: isValid ? parseDate(survey.start_date) : NaN,
    end: parseDate(survey.end_date),
    repeatable:
      schedule === 'always' || (conditions.events?.repeatedActivation === true && events.length > 0),
    waitMs: Math.max(...waitDays) * DAY_MS,
    delayMs: Math.max(Number(appearance.surveyPopupDelaySeconds) || 0, 0) * 1000,
    url: compileCondition([conditions.url], conditions.urlMatchType),
    device: compileCondition(arrayOrEmpty(conditions.deviceTypes), conditions.deviceTypesMatchType),
    startEvents: [...events, ...actionEventNames(conditions)],
    cancelEvents: eventNames(conditions.cancelEvents),
  }
}
