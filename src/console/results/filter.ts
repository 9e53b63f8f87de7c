import type { ResponseFilter } from '../../wire/console'
import { addDays, type Day, endOfDay, isDay, startOfDay } from '../ui/days'

/** Days of the range presets. */
export const RANGES = { '7d': 7, '30d': 30, '90d': 90 } as const

/** The filters of the results as the address has them. An empty text is no filter. */
export interface ResultsFilter {
  range: '' | keyof typeof RANGES | 'custom'
  /** First and last day of a custom range. */
  from: Day
  to: Day
  completion: '' | 'completed' | 'partial'
  language: string
  path: string
  person: string
}

export const NO_FILTER: ResultsFilter = {
  range: '',
  from: '',
  to: '',
  completion: '',
  language: '',
  path: '',
  person: '',
}

const isOneOf = <T extends string>(text: string, values: readonly T[]): text is T =>
  (values as readonly string[]).includes(text)

/** Reads the filters of an address. Unknown values count as missing. */
export function readFilter(query: URLSearchParams): ResultsFilter {
  const read = (name: string) => query.get(name) ?? ''
  const [range, completion] = [read('range'), read('completion')]
  const readDay = (name: string) => (isDay(read(name)) ? read(name) : '')
  return {
    range: isOneOf(range, ['7d', '30d', '90d', 'custom'] as const) ? range : '',
    from: readDay('from'),
    to: readDay('to'),
    completion: isOneOf(completion, ['completed', 'partial'] as const) ? completion : '',
    language: read('language'),
    path: read('path'),
    person: read('person'),
  }
}

/** Returns the dates of a filter as the service reads them. A range includes today. See D-600. */
export function datesOf(
  { range, from, to }: ResultsFilter,
  today: Day,
): Pick<ResponseFilter, 'date_from' | 'date_to'> {
  if (range === '') return {}
  if (range !== 'custom') return { date_from: startOfDay(addDays(today, 1 - RANGES[range])) }
  return { ...(from && { date_from: startOfDay(from) }), ...(to && { date_to: endOfDay(to) }) }
}

/** Whether a text is a whole `key=value`. A key alone is still being written. */
export const isPersonProperty = (text: string): boolean => /^[^=]+=./.test(text)

/** Returns the query of results and responses. */
export function responseFilter(filter: ResultsFilter, today: Day): ResponseFilter {
  const { completion, language, path, person } = filter
  return {
    ...datesOf(filter, today),
    ...(completion && { completion }),
    ...(language && { language }),
    ...(path && { path }),
    ...(isPersonProperty(person) && { person_property: person }),
  }
}

/** Whether anything but the dates is filtered: views have no answers, so that they stay as they are. */
export const filtersAnswers = ({ completion, language, path, person }: ResultsFilter): boolean =>
  [completion, language, path].some(Boolean) || isPersonProperty(person)

/** Returns how many filters are set: a range counts as one. */
export const countFilters = ({ range, completion, language, path, person }: ResultsFilter): number =>
  [range, completion, language, path, person].filter(Boolean).length
