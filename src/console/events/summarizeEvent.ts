import type { EventItem } from '../../wire/console'
import { FLAG_CALLED, IDENTIFY, PAGELEAVE, PAGEVIEW } from '../../wire/event'

/** Returns the part of an event that tells it from others of its name; empty when it has none. */
export function summarizeEvent({ event, properties }: Pick<EventItem, 'event' | 'properties'>): string {
  const text = (name: string) => (properties[name] === undefined ? '' : textOf(properties[name]))
  if (event === PAGEVIEW || event === PAGELEAVE) return text('$pathname') || text('$current_url')
  if (event === FLAG_CALLED) return `${text('$feature_flag')}: ${text('$feature_flag_response')}`
  if (event === IDENTIFY) return `was ${text('$anon_distinct_id')}`
  if (event.startsWith('survey ')) return text('$survey_name')
  const own = Object.entries(properties).filter(([name]) => !name.startsWith('$'))
  return own
    .slice(0, 3)
    .map(([name, value]) => `${name}: ${textOf(value)}`)
    .join(', ')
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
