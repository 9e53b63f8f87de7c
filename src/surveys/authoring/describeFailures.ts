import { arrayOrEmpty } from '../../lib/arrayOrEmpty'
import type { SurveyExplanation } from '../contract'
import { CHECK_FIELDS } from './checkFields'
import { describeMatch, quoteAll, tryUrl } from './describeMatch'

/** A check that keeps a survey from showing. */
export interface FailedCheck {
  /** Name of the check, as in `SurveyExplanation.checks`. */
  check: string
  /** The field of the survey that it reads; an empty text if it depends on the visitor or the page alone. */
  path: string
  /** What was found, and what the survey requires. */
  message: string
  /** Whether the check waits for something, such as flags that have not loaded. */
  isPending: boolean
}

function describeDates({ survey, found }: SurveyExplanation): Pick<FailedCheck, 'path' | 'message'> {
  const { start_date: start, end_date: end } = survey
  const now = Date.parse(found.now)
  if (!start) return { path: 'start_date', message: 'The survey is a draft, because it has no start date.' }
  if (!(Date.parse(start) <= now))
    return { path: 'start_date', message: `The survey starts at "${start}", and it is "${found.now}".` }
  if (end && !(now < Date.parse(end)))
    return { path: 'end_date', message: `The survey ended at "${end}", and it is "${found.now}".` }
  return { path: 'conditions', message: 'A condition does not have the shape that it should.' }
}

function describeFlag(key: string | null | undefined, { found }: SurveyExplanation): string {
  const value = found.flags[key ?? '']
  if (value === undefined) return `The flag "${key}" is not known.`
  return typeof value === 'string'
    ? `The flag "${key}" has the variant "${value}".`
    : `The flag "${key}" is off.`
}

function describeLinkedFlag(explanation: SurveyExplanation): string {
  const { survey, found } = explanation
  const { linked_flag_key: key, conditions } = survey
  const variant = conditions?.linkedFlagVariant
  const value = found.flags[key ?? '']
  return value && variant
    ? `The flag "${key}" has the value "${value}", not the variant "${variant}".`
    : describeFlag(key, explanation)
}

/** Sentences by the name of the check. */
const SENTENCES: Readonly<Record<string, (explanation: SurveyExplanation) => string>> = {
  'automatic display': () =>
    '"disable_surveys" or "disable_surveys_automatic_display" is set, so no survey opens by itself.',
  capturing: ({ found }) =>
    found.blockedBy === 'bot'
      ? 'The browser counts as a bot, so nothing is captured.'
      : 'The visitor has refused or not decided yet, so nothing is captured.',
  'page visible': () => 'The page is in the background, or prerendered.',
  'delay over': ({ survey }) =>
    `The delay of ${survey.appearance?.surveyPopupDelaySeconds} seconds is not over.`,
  'not cancelled or closed on this page': () => 'The survey was closed or cancelled on this page.',
  'session cap': () => 'The session has shown as many surveys as "max_surveys_per_session" allows.',
  'no other popover': () => 'Another survey is open.',
  'not blocked on this page': () => 'The survey could not be drawn, or another tab has finished it.',
  type: ({ survey }) => `Pages show no surveys of the type "${survey.type}".`,
  trigger: ({ survey }) => {
    const { events, actions } = survey.conditions ?? {}
    const names = [...arrayOrEmpty(events?.values), ...arrayOrEmpty(actions?.values)].map(item => item?.name)
    return `The session has captured no event that shows the survey: ${quoteAll(names.filter(Boolean))}.`
  },
  url: ({ survey, found }) => tryUrl(survey.conditions, found.url).message,
  'device type': ({ survey, found }) => {
    const { deviceTypes, deviceTypesMatchType: type } = survey.conditions ?? {}
    return found.deviceType === undefined
      ? 'The device is unknown, because the browser has no user agent.'
      : describeMatch(found.deviceType, { targets: arrayOrEmpty(deviceTypes), type, holds: false })
  },
  'waiting period': ({ survey, found }) =>
    `A survey was visible at "${found.lastSeen}". The survey waits ${survey.conditions?.seenSurveyWaitPeriodInDays || 0} days, or as long as the project requires.`,
  'already seen': ({ survey }) =>
    `The visitor has answered or closed the survey, and its schedule is "${survey.schedule ?? 'once'}".`,
  'internal targeting flag': () => 'The service knows that this person has answered or closed the survey.',
  'linked flag': describeLinkedFlag,
  'targeting flag': explanation =>
    `The person is not in the audience. ${describeFlag(explanation.survey.targeting_flag_key, explanation)}`,
  'feature flags': ({ survey }) =>
    `One of these flags is off: ${quoteAll(arrayOrEmpty(survey.feature_flag_keys).map(flag => flag?.value))}.`,
  selector: ({ survey }) => `No element of the page matches "${survey.conditions?.selector}".`,
}

/**
 * Returns a sentence with values for each check that keeps a survey from showing, in the order of the checks.
 *
 * ```ts
 * const explanation = await earshot.explainSurvey(id)
 * if (explanation) for (const { message } of describeFailures(explanation)) console.log(message)
 * ```
 *
 * @returns Empty when the survey may show. See D-611.
 */
export function describeFailures(explanation: SurveyExplanation): FailedCheck[] {
  const failed = Object.entries(explanation.checks).filter(([, passed]) => !passed)
  return failed.map(([check, passed]) => ({
    check,
    path: CHECK_FIELDS[check] ?? '',
    message: SENTENCES[check]?.(explanation) ?? `The check "${check}" fails.`,
    isPending: passed === undefined,
    ...(check === 'running' && describeDates(explanation)),
  }))
}
