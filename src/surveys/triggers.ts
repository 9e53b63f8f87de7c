import type { CapturedEvent, Properties } from '../wire/event'
import type { ActionStep, EventTrigger, MatchType, SurveyConditions } from '../wire/survey'
import { never, prepareTest, type Test } from './match'

/** What a survey waits for: an event name (`undefined` is any event), and what its properties must be. */
export interface Trigger {
  name: string | undefined
  matches: (properties: Properties) => boolean
}

/** What starts a survey, and what takes a started one back. */
export interface Triggers {
  start: Trigger[]
  cancel: Trigger[]
}

type Matcher = Trigger['matches']

const listOf = <T>(list: readonly T[] | null | undefined): readonly T[] => (Array.isArray(list) ? list : [])

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String)

/** A property that is missing meets what denies, and nothing else (W24). */
function propertyMatcher(
  name: string,
  values: unknown,
  operator: string | undefined,
  onFault: () => void,
): Matcher {
  const type = (operator || 'exact') as MatchType
  const test = prepareTest(textsOf(values), type)
  if (!test) onFault()
  const denies = /not/.test(type) && test !== undefined
  return properties => {
    const value = properties[name]
    return value === undefined || value === null ? denies : textsOf(value).some(test ?? never)
  }
}

function eventTrigger({ name, propertyFilters }: EventTrigger, onFault: () => void): Trigger {
  const matchers = Object.entries(propertyFilters ?? {}).map(([property, filter]) =>
    propertyMatcher(property, filter?.values, filter?.operator, onFault),
  )
  return { name, matches: properties => matchers.every(matches => matches(properties)) }
}

/** Action texts with `contains` know the two wildcards of SQL: `%` for any run, `_` for one character. */
function actionTest(target: string, matching: string | null | undefined, onFault: () => void): Test {
  const wildcards = target
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/%/g, '.*')
    .replace(/_/g, '.')
  const test =
    matching === 'contains'
      ? new RegExp(wildcards, 'i')
      : prepareTest([target], (matching ?? 'exact') as MatchType)
  if (!test) onFault()
  return test instanceof RegExp ? value => test.test(value) : (test ?? never)
}

/** The values of an attribute along the clicked elements, as an autocapturing page reports them. */
function elementValues({ $elements, $elements_chain }: Properties, name: string): string[] {
  if (Array.isArray($elements)) {
    return $elements
      .flatMap(element => [element?.[name], element?.[`attr__${name}`], element?.[`$el_${name}`]])
      .filter(value => typeof value === 'string')
  }
  const pattern = new RegExp(`(?:attr__)?${name}="((?:\\\\.|[^"\\\\])*)"`, 'g')
  return [...String($elements_chain ?? '').matchAll(pattern)].map(match => match[1]!.replace(/\\(.)/g, '$1'))
}

function selectorMatcher(selector: string, regex: string | null | undefined, onFault: () => void): Matcher {
  const inChain = regex ? actionTest(regex, 'regex', onFault) : never
  return ({ $element_selectors, $elements_chain }) =>
    (Array.isArray($element_selectors) && $element_selectors.includes(selector)) ||
    inChain(String($elements_chain ?? ''))
}

function stepTrigger(step: ActionStep, pageUrl: () => string, onFault: () => void): Trigger {
  const matchers: Matcher[] = []
  if (step.url) {
    const test = actionTest(step.url, step.url_matching ?? 'contains', onFault)
    matchers.push(({ $current_url }) => test(String($current_url ?? pageUrl())))
  }
  for (const part of ['href', 'text'] as const) {
    const wanted = step[part]
    if (!wanted) continue
    const test = actionTest(wanted, step[`${part}_matching`], onFault)
    matchers.push(properties => elementValues(properties, part).some(test))
  }
  if (step.selector) matchers.push(selectorMatcher(step.selector, step.selector_regex, onFault))
  for (const { key, value, operator } of listOf(step.properties)) {
    matchers.push(propertyMatcher(key, value, operator, onFault))
  }
  return {
    name: step.event || undefined,
    matches: properties => matchers.every(matches => matches(properties)),
  }
}

/**
 * Makes the triggers of a survey ready.
 *
 * @param pageUrl The page's address, for events that carry none.
 * @param onFault A part of them cannot be understood, and will never match.
 */
export function prepareTriggers(
  conditions: SurveyConditions,
  pageUrl: () => string,
  onFault: () => void,
): Triggers {
  const eventTriggers = (from: { values: EventTrigger[] } | null | undefined) =>
    listOf(from?.values)
      .filter(trigger => trigger?.name)
      .map(trigger => eventTrigger(trigger, onFault))
  const steps = listOf(conditions.actions?.values).flatMap(action => listOf(action?.steps))
  return {
    start: [...eventTriggers(conditions.events), ...steps.map(step => stepTrigger(step, pageUrl, onFault))],
    cancel: eventTriggers(conditions.cancelEvents),
  }
}

/** Who waits for which event. A captured event that nobody waits for costs one look-up. */
export function triggerIndex<T>(entries: readonly { triggers: readonly Trigger[]; owner: T }[]) {
  const byName = new Map<string | undefined, { matches: Matcher; owner: T }[]>()
  for (const { triggers, owner } of entries) {
    for (const { name, matches } of triggers) {
      const list = byName.get(name) ?? []
      byName.set(name, list)
      list.push({ matches, owner })
    }
  }
  const none: { matches: Matcher; owner: T }[] = []
  return (event: Pick<CapturedEvent, 'event' | 'properties'>): T[] => {
    const named = byName.get(event.event) ?? none
    const any = byName.get(undefined) ?? none
    if (named.length + any.length === 0) return []
    return [...named, ...any].filter(entry => entry.matches(event.properties)).map(entry => entry.owner)
  }
}
