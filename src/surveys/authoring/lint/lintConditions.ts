import { arrayOrEmpty } from '../../../lib/arrayOrEmpty'
import type { EventTrigger, MatchType, Survey, SurveyConditions } from '../../../wire/survey'
import { prepareTriggers } from '../../display/triggers'
import { hasValidConditions } from '../../targeting/hasValidConditions'
import { compileMatcher } from '../../targeting/match'
import type { ParsedSurvey } from '../../targeting/parseSurvey'
import { VERBS } from '../describeMatch'
import type { AddFinding } from './finding'
import { isExponential } from './isExponential'
import { lintUrl } from './lintUrl'

/** What a device can be, from `host.deviceType`. */
export const DEVICE_TYPES = ['Desktop', 'Mobile', 'Tablet', 'Console', 'Wearable'] as const

const CLOSING_BRACKETS: Record<string, string> = { '(': ')', '[': ']' }

/** Whether the brackets and quotes of a selector are balanced: the mistakes that can be found without a document. */
function isBalanced(selector: string): boolean {
  const open: string[] = []
  for (const [part] of selector.matchAll(/\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|["'()[\]]/g)) {
    if (part.length > 1) continue
    if (part === '"' || part === "'") return false
    const closing = CLOSING_BRACKETS[part]
    if (closing) open.push(closing)
    else if (open.pop() !== part) return false
  }
  return open.length === 0
}

const isRegex = (type: MatchType | null | undefined) => type === 'regex' || type === 'not_regex'

/** Finds patterns that freeze the pages of a visitor, which no browser interrupts. See D-775. */
function lintPatterns(
  targets: readonly string[],
  type: MatchType | null | undefined,
  path: string,
  add: AddFinding,
) {
  for (const target of isRegex(type) ? targets : [])
    if (isExponential(target)) add('slow_pattern', path, target)
}

function lintMatch(
  targets: readonly unknown[],
  type: MatchType | null | undefined,
  path: string,
  add: AddFinding,
) {
  const texts = targets.filter(target => typeof target === 'string' && target.trim() !== '') as string[]
  if (texts.length === 0) return
  if (compileMatcher(texts, type)) return lintPatterns(texts, type, path, add)
  add('invalid_condition', path, type && !Object.keys(VERBS).includes(type) ? type : undefined)
}

function lintDates({ start_date: start, end_date: end }: Survey, add: AddFinding) {
  for (const [path, date] of Object.entries({ start_date: start, end_date: end })) {
    if (date && Number.isNaN(Date.parse(date))) add('invalid_date', path)
  }
  if (start && end && Date.parse(end) <= Date.parse(start)) add('never_runs', 'end_date')
}

function lintTriggers(conditions: NonNullable<Survey['conditions']>, add: AddFinding) {
  let isInvalid = false
  prepareTriggers(conditions, {
    compileMatcher(targets, type, maxLength) {
      const matcher = compileMatcher(targets, type, maxLength)
      // The service writes the longer patterns of elements, and no author can change one.
      if (matcher && !maxLength) lintPatterns(targets, type, 'conditions', add)
      return matcher
    },
    pageUrl: () => '',
    onInvalid() {
      isInvalid = true
    },
  })
  if (isInvalid) add('invalid_trigger', 'conditions')
}

function lintDevices({ deviceTypes, deviceTypesMatchType: type }: SurveyConditions, add: AddFinding) {
  const devices = (deviceTypes ?? []).filter(device => device.trim())
  const matches = devices.length > 0 && compileMatcher(devices, type)
  if (matches && !DEVICE_TYPES.some(matches))
    add('unknown_device', 'conditions.deviceTypes', devices, DEVICE_TYPES)
}

/** Finds events that start the survey and cancel it at once, because the list that cancels is read last. */
function lintCancelEvents({ events, cancelEvents }: SurveyConditions, add: AddFinding) {
  const isCancelledBy = (started: EventTrigger) => (cancelling: EventTrigger) =>
    cancelling.name === started.name &&
    ['{}', JSON.stringify(started.propertyFilters ?? {})].includes(
      JSON.stringify(cancelling.propertyFilters ?? {}),
    )
  const cancelled = arrayOrEmpty(events?.values).filter(started =>
    arrayOrEmpty(cancelEvents?.values).some(isCancelledBy(started)),
  )
  const names = [...new Set(cancelled.map(({ name }) => name))]
  if (names.length > 0) add('cancelled_trigger', 'conditions.cancelEvents', names)
}

/** Checks when and where a survey is shown. */
export function lintConditions(survey: ParsedSurvey, add: AddFinding): void {
  const { conditions } = survey
  if (!hasValidConditions(survey))
    add('malformed', 'conditions', 'A condition, filter or flag does not have the shape that it should.')
  const { url, urlMatchType, deviceTypes, deviceTypesMatchType, selector, linkedFlagVariant } = conditions
  lintDates(survey, add)
  lintMatch([url], urlMatchType, 'conditions.url', add)
  lintUrl(conditions, add)
  lintMatch(deviceTypes ?? [], deviceTypesMatchType, 'conditions.deviceTypes', add)
  lintDevices(conditions, add)
  if (selector && !isBalanced(selector)) add('invalid_selector', 'conditions.selector')
  lintTriggers(conditions, add)
  lintCancelEvents(conditions, add)
  if (linkedFlagVariant && !survey.linked_flag_key && !survey.linked_flag)
    add('variant_without_flag', 'conditions.linkedFlagVariant')
}
