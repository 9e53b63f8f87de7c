import { arrayOrEmpty } from '../../lib/arrayOrEmpty'
import { nullProtoRecord } from '../../lib/nullProtoRecord'
import type { Properties } from '../../wire/event'
import type { ActionStep, MatchType, SurveyConditions } from '../../wire/survey'
import type { TriggerEvent } from '../contract'
import { type CompileMatcher, type Matcher, matchNothing } from '../targeting/match'

/** Whether an event fires a trigger. See D-118 to D-120. */
export type Trigger = (event: TriggerEvent) => boolean

/** Which events start a survey, and which cancel its delay. See D-121. */
export interface Triggers {
  start: Trigger
  cancel: Trigger
}

/**
 * Characters of an element chain that a pattern reads: some 20 elements with many classes. The service writes these patterns from
 * selectors, and one for three elements takes 70 ms on a chain of this length. See D-775.
 */
const MAX_CHAIN = 10_000

type PropertyMatcher = (properties: Properties) => boolean

const toTexts = (value: unknown): string[] => [value].flat().map(String)

/** Creates a trigger that fires when one of several does. */
const anyOf =
  (triggers: readonly Trigger[]): Trigger =>
  event =>
    triggers.some(fires => fires(event))

/** Creates a trigger. An event without a `name` to match is any event. */
const triggerOf =
  (name: string | null | undefined, matchers: readonly PropertyMatcher[]): Trigger =>
  ({ event, properties }) =>
    (!name || name === event) && matchers.every(matches => matches(nullProtoRecord(properties)))

/** Texts of actions with `contains` have the wildcards of SQL: `%` for any characters, `_` for one. */
function compileWildcard(target: string): Matcher {
  // The parts are searched one after the other. One pattern with `.*` would take quadratic time on a long text.
  const parts = target
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/_/g, '.')
    .split('%')
    .map(part => new RegExp(part, 'gis'))
  return value => {
    let from = 0
    return parts.every(part => {
      part.lastIndex = from
      const isFound = part.test(value)
      from = part.lastIndex
      return isFound
    })
  }
}

/** Returns the values of an attribute of the clicked elements, as pages with autocapture report them. */
function elementValues({ $elements, $elements_chain }: Properties, name: string): string[] {
  if (Array.isArray($elements)) {
    return $elements
      .flatMap(element => [element?.[name], element?.[`attr__${name}`], element?.[`$el_${name}`]])
      .filter(value => typeof value === 'string')
  }
  const pattern = new RegExp(`(?:attr__)?${name}="((?:\\\\.|[^"\\\\])*)"`, 'g')
  const values: string[] = []
  // One by one: a list of all matches takes more memory than a long chain.
  for (const [, value] of String($elements_chain ?? '').matchAll(pattern))
    values.push(value!.replace(/\\(.)/g, '$1'))
  return values
}

/** What `prepareTriggers` needs. */
interface TriggerDeps {
  /** The one of `targeting/match.ts`. Passed in, because the file that is loaded at start contains it already. */
  compileMatcher: CompileMatcher
  /** Returns the page's URL, for events without one. */
  pageUrl(): string
  /** Called for each condition that cannot be understood, and therefore never matches. */
  onInvalid(): void
}

/** Prepares the triggers of a survey, so that matching an event parses nothing. See D-101. */
export function prepareTriggers(
  conditions: SurveyConditions,
  { compileMatcher, pageUrl, onInvalid }: TriggerDeps,
): Triggers {
  function compile(targets: readonly string[], type: string, maxLength?: number): Matcher | undefined {
    const matcher = compileMatcher(targets, type as MatchType, maxLength)
    if (!matcher) onInvalid()
    return matcher
  }

  /** A missing property passes the negating operators and no other. See D-100. */
  function propertyMatcher(name: string, values: unknown, operator: string | undefined): PropertyMatcher {
    const type = operator || 'exact'
    const matcher = compile(toTexts(values), type)
    const isNegated = /not/.test(type) && matcher !== undefined
    return properties => {
      const value = properties[name]
      return value === undefined || value === null ? isNegated : toTexts(value).some(matcher ?? matchNothing)
    }
  }

  const compileActionText = (target: string, matching: string | null | undefined): Matcher =>
    matching === 'contains'
      ? compileWildcard(target)
      : (compile([target], matching ?? 'exact') ?? matchNothing)

  function selectorMatcher(selector: string, regex: string | null | undefined): PropertyMatcher {
    const matchesChain = (regex && compile([regex], 'regex', MAX_CHAIN)) || matchNothing
    return ({ $element_selectors, $elements_chain }) =>
      (Array.isArray($element_selectors) && $element_selectors.includes(selector)) ||
      matchesChain(String($elements_chain ?? ''))
  }

  const eventTriggers = (condition: SurveyConditions['cancelEvents']): Trigger[] =>
    arrayOrEmpty(condition?.values)
      .filter(trigger => trigger?.name)
      .map(({ name, propertyFilters }) =>
        triggerOf(
          name,
          Object.entries(propertyFilters ?? {}).map(([property, filter]) =>
            propertyMatcher(property, filter?.values, filter?.operator),
          ),
        ),
      )

  function actionTrigger(step: ActionStep): Trigger {
    const matchers: PropertyMatcher[] = []
    if (step.url) {
      const matches = compileActionText(step.url, step.url_matching ?? 'contains')
      matchers.push(({ $current_url }) => matches(String($current_url ?? pageUrl())))
    }
    for (const attribute of ['href', 'text'] as const) {
      const target = step[attribute]
      if (!target) continue
      const matches = compileActionText(target, step[`${attribute}_matching`])
      matchers.push(properties => elementValues(properties, attribute).some(matches))
    }
    if (step.selector) matchers.push(selectorMatcher(step.selector, step.selector_regex))
    for (const { key, value, operator } of arrayOrEmpty(step.properties))
      matchers.push(propertyMatcher(key, value, operator))
    return triggerOf(step.event, matchers)
  }

  const steps = arrayOrEmpty(conditions.actions?.values).flatMap(action => arrayOrEmpty(action?.steps))
  return {
    start: anyOf([...eventTriggers(conditions.events), ...steps.map(actionTrigger)]),
    cancel: anyOf(eventTriggers(conditions.cancelEvents)),
  }
}
