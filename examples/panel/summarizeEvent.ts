import type { StoredEvent } from 'earshot/server'

type Properties = StoredEvent['properties']

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Returns the answers in a survey event. */
function answers({ $survey_questions: questions }: Properties): string[] {
  const list = Array.isArray(questions) ? (questions as { response?: unknown }[]) : []
  return list
    .map(({ response }) => response)
    .filter(response => response !== undefined && response !== null)
    .map(formatValue)
}

/** Summaries of known events. All other events are summarized by their custom properties. */
const SUMMARIES: Record<string, (event: StoredEvent) => unknown[]> = {
  $pageview: ({ properties }) => [properties.$pathname, properties.title],
  $pageleave: ({ properties }) => [properties.$pathname],
  $identify: ({ distinct_id }) => [distinct_id],
  $feature_flag_called: ({ properties }) => [
    properties.$feature_flag,
    formatValue(properties.$feature_flag_response),
  ],
  'survey shown': ({ properties }) => [properties.$survey_name],
  'survey sent': ({ properties }) => [
    answers(properties).join(', ') || 'no answer',
    !properties.$survey_completed && 'incomplete',
  ],
  'survey dismissed': ({ properties }) => [properties.$survey_name, answers(properties).join(', ')],
}

/** Returns a one-line summary of the properties that distinguish an event from others with its name. */
export function summarizeEvent(event: StoredEvent): string {
  const summarize = SUMMARIES[event.event]
  const custom = Object.entries(event.properties).filter(
    ([name, value]) => isCustomProperty(name) && typeof value !== 'object',
  )
  const parts = summarize ? summarize(event) : custom.map(([name, value]) => `${name} ${formatValue(value)}`)
  return parts.filter(Boolean).slice(0, 3).join(' · ')
}

/** Whether the page has set a property. Names of built-in properties start with `$`, apart from a few. */
function isCustomProperty(name: string): boolean {
  return !name.startsWith('$') && !['token', 'distinct_id', 'title'].includes(name)
}
