import type { StoredEvent } from 'earshot/server'

type Properties = StoredEvent['properties']

const said = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The answers that an event of a survey carries, by the wording of their questions. */
function answers({ $survey_questions: questions }: Properties): string[] {
  const list = Array.isArray(questions) ? (questions as { response?: unknown }[]) : []
  return list
    .map(({ response }) => response)
    .filter(response => response !== undefined && response !== null)
    .map(said)
}

/** What matters most about the events that have a meaning; all others are told by their own properties. */
const TELLING: Record<string, (event: StoredEvent) => unknown[]> = {
  $pageview: ({ properties }) => [properties.$pathname, properties.title],
  $pageleave: ({ properties }) => [properties.$pathname],
  $identify: ({ distinct_id }) => [distinct_id],
  $feature_flag_called: ({ properties }) => [
    properties.$feature_flag,
    said(properties.$feature_flag_response),
  ],
  'survey shown': ({ properties }) => [properties.$survey_name],
  'survey sent': ({ properties }) => [
    answers(properties).join(', ') || 'no answer',
    !properties.$survey_completed && 'so far',
  ],
  'survey dismissed': ({ properties }) => [properties.$survey_name, answers(properties).join(', ')],
}

/** An event in a line: the properties by which one tells it from the next of its kind. */
export function describe(event: StoredEvent): string {
  const telling = TELLING[event.event]
  const own = Object.entries(event.properties).filter(
    ([name, value]) => isOwn(name) && typeof value !== 'object',
  )
  const parts = telling ? telling(event) : own.map(([name, value]) => `${name} ${said(value)}`)
  return parts.filter(Boolean).slice(0, 3).join(' · ')
}

/** Names without `$` are the page's, apart from a few that every event has. */
function isOwn(name: string): boolean {
  return !name.startsWith('$') && !['token', 'distinct_id', 'title'].includes(name)
}
