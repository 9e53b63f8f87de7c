import type { PropertyFilter } from '../../wire/flagDefinition'
import type { ReadSurvey } from '../../wire/managedSurvey'
import type { SurveyType } from '../../wire/survey'
import { describeCondition } from '../flags/describeFlag'
import { isRepeatable } from './whyNotShown'

/** How a survey of a type comes to be on the page. */
const TYPES: Record<SurveyType, string[]> = {
  popover: ['No other survey is open, and surveys may open by themselves.'],
  widget: ['The visitor opens it from its tab or from the element of the page.'],
  api: ['The code of the page shows it: a survey of the type “api” never opens by itself.'],
  external_survey: ['The visitor opens its link: pages show no surveys of the type “external_survey”.'],
}

/** Returns what the page, the browser or an event must be for a survey to show, in sentences. See D-604. */
export function pageConditions(survey: ReadSurvey): string[] {
  const { type, conditions, appearance } = survey
  const { url, urlMatchType, selector, deviceTypes, deviceTypesMatchType } = conditions ?? {}
  const events = namesOf([conditions?.events?.values, conditions?.actions?.values])
  const cancelEvents = namesOf([conditions?.cancelEvents?.values])
  const days = conditions?.seenSurveyWaitPeriodInDays ?? 0
  const seconds = Number(appearance?.surveyPopupDelaySeconds) || 0
  return [
    ...(url ? [sentence({ key: 'The URL', value: url, operator: urlMatchType ?? 'icontains' })] : []),
    ...(selector ? [`An element of the page matches ${selector}.`] : []),
    ...(deviceTypes?.length
      ? [sentence({ key: 'The device', value: deviceTypes, operator: deviceTypesMatchType ?? 'icontains' })]
      : []),
    ...(events ? [`The session has captured ${events}.`] : []),
    ...(cancelEvents ? [`The session captures no ${cancelEvents} before it opens.`] : []),
    ...(days > 0 ? [`No survey was visible in the browser for ${days} days.`] : []),
    ...(seconds > 0 ? [`The visitor stays for ${seconds} seconds.`] : []),
    ...(isRepeatable(survey)
      ? []
      : ['The browser remembers neither an answer to it nor that it was closed.']),
    'The visitor has not opted out of capturing.',
    ...TYPES[type],
  ]
}

const sentence = (filter: PropertyFilter): string => `${describeCondition({ properties: [filter] })}.`

/** Returns the names of events and actions: “a” or “b”. */
function namesOf(lists: ({ name?: string | null }[] | null | undefined)[]): string {
  return lists
    .flatMap(list => list ?? [])
    .map(({ name }) => `“${name ?? 'action'}”`)
    .join(' or ')
}
