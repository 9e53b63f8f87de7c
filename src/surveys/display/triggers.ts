import { arrayOrEmpty } from '../../lib/arrayOrEmpty'
import type { CapturedEvent, Properties } from '../../wire/event'
import type { ActionStep, EventTrigger, MatchType, SurveyConditions } from '../../wire/survey'
import type { CompileMatcher, Matcher } from '../targeting/match'

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

type PropertyTest = Trigger['matches']

const toTexts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String)

const matchNothing: Matcher = () => false

/** Action texts with `contains` know the two wildcards of SQL: `%` for any run, `_` for one character. */
function compileWildcard(target: string): Matcher {
  const source = target
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/%/g, '.*')
    .replace(/_/g, '.')
  const pattern = new RegExp(source, 'i')
  return value => pattern.test(value)
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

/** What triggers are made with. */
interface TriggerDeps {
  /** `prepareTest` of `match.ts`, which the deciding part has already. */
  prepareTest: CompileMatcher
  /** The page's address, for events that carry none. */
  pageUrl(): string
  /** A part of them cannot be understood, and will never match. */
  onInvalid(): void
}

/** Makes the triggers of a survey ready. */
export function prepareTriggers(
  conditions: SurveyConditions,
  { prepareTest, pageUrl, onInvalid }: TriggerDeps,
): Triggers {
  function compile(targets: readonly string[], type: string): Matcher | undefined {
    const test = prepareTest(targets, type as MatchType)
    if (!test) onInvalid()
    return test
  }

  /** A property that is missing meets what denies, and nothing else. */
  function propertyMatcher(name: string, values: unknown, operator: string | undefined): PropertyTest {
    const type = operator || 'exact'
    const test = compile(toTexts(values), type)
    const isNegated = /not/.test(type) && test !== undefined
    return properties => {
      const value = properties[name]
      return value === undefined || value === null ? isNegated : toTexts(value).some(test ?? matchNothing)
    }
  }

  const compileActionText = (target: string, matching: string | null | undefined): Matcher =>
    matching === 'contains'
      ? compileWildcard(target)
      : (compile([target], matching ?? 'exact') ?? matchNothing)

  function selectorMatcher(selector: string, regex: string | null | undefined): PropertyTest {
    const inChain = regex ? compileActionText(regex, 'regex') : matchNothing
    return ({ $element_selectors, $elements_chain }) =>
      (Array.isArray($element_selectors) && $element_selectors.includes(selector)) ||
      inChain(String($elements_chain ?? ''))
  }

  const triggerOf = (name: string | undefined, matchers: readonly PropertyTest[]): Trigger => ({
    name,
    matches: properties => matchers.every(matches => matches(properties)),
  })

  const eventTriggers = (from: { values: EventTrigger[] } | null | undefined) =>
    arrayOrEmpty(from?.values)
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
    const matchers: PropertyTest[] = []
    if (step.url) {
      const test = compileActionText(step.url, step.url_matching ?? 'contains')
      matchers.push(({ $current_url }) => test(String($current_url ?? pageUrl())))
    }
    for (const part of ['href', 'text'] as const) {
      const wanted = step[part]
      if (!wanted) continue
      const test = compileActionText(wanted, step[`${part}_matching`])
      matchers.push(properties => elementValues(properties, part).some(test))
    }
    if (step.selector) matchers.push(selectorMatcher(step.selector, step.selector_regex))
    for (const { key, value, operator } of arrayOrEmpty(step.properties)) {
      matchers.push(propertyMatcher(key, value, operator))
    }
    return triggerOf(step.event || undefined, matchers)
  }

  const steps = arrayOrEmpty(conditions.actions?.values).flatMap(action => arrayOrEmpty(action?.steps))
  return {
    start: [...eventTriggers(conditions.events), ...steps.map(actionTrigger)],
    cancel: eventTriggers(conditions.cancelEvents),
  }
}

/** Who waits for which event. A captured event that nobody waits for costs one look-up. */
export function triggerIndex<T>(entries: readonly { triggers: readonly Trigger[]; owner: T }[]) {
  const byName = new Map<string | undefined, { matches: PropertyTest; owner: T }[]>()
  for (const { triggers, owner } of entries) {
    for (const { name, matches } of triggers) {
      const list = byName.get(name) ?? []
      byName.set(name, list)
      list.push({ matches, owner })
    }
  }
  const none: { matches: PropertyTest; owner: T }[] = []
  return (event: Pick<CapturedEvent, 'event' | 'properties'>): T[] => {
    const byEventName = byName.get(event.event) ?? none
    const byAnyEvent = byName.get(undefined) ?? none
    if (byEventName.length + byAnyEvent.length === 0) return []
    return [...byEventName, ...byAnyEvent]
      .filter(entry => entry.matches(event.properties))
      .map(entry => entry.owner)
  }
}
