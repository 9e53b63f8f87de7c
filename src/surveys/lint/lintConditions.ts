import type { MatchType, Survey } from '../../wire/survey'
import { prepareTest } from '../match'
import { prepareTriggers } from '../triggers'
import type { Note } from './finding'

const CLOSERS: Record<string, string> = { '(': ')', '[': ']' }

/** Whether the brackets and quotes of a selector close: the mistakes that can be seen without a document. */
function isClosed(selector: string): boolean {
  const open: string[] = []
  for (const [part] of selector.matchAll(/\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|["'()[\]]/g)) {
    if (part.length > 1) continue
    if (part === '"' || part === "'") return false
    const closer = CLOSERS[part]
    if (closer) open.push(closer)
    else if (open.pop() !== part) return false
  }
  return open.length === 0
}

function lintMatch(
  targets: readonly unknown[],
  type: MatchType | null | undefined,
  path: string,
  note: Note,
) {
  const wanted = targets.filter(target => typeof target === 'string' && target.trim() !== '') as string[]
  if (wanted.length === 0 || prepareTest(wanted, type)) return
  note(
    'error',
    'invalid_condition',
    path,
    'Its type is not known or its pattern cannot be read: the survey is never shown.',
  )
}

function lintSelector(selector: string | null | undefined, path: string, note: Note) {
  if (selector && !isClosed(selector))
    note('error', 'invalid_selector', path, 'It cannot match: a bracket or quote is left open.')
}

function lintDates({ start_date: start, end_date: end }: Survey, note: Note) {
  for (const [path, date] of Object.entries({ start_date: start, end_date: end })) {
    if (date && Number.isNaN(Date.parse(date)))
      note('error', 'invalid_date', path, 'It cannot be read: the survey is never shown.')
  }
  if (start && end && Date.parse(end) <= Date.parse(start)) {
    note('error', 'never_runs', 'end_date', 'The survey ends before it begins.')
  }
}

/** Looks at when and where a survey may show. */
export function lintConditions(survey: Survey, note: Note): void {
  const conditions = survey.conditions ?? {}
  lintDates(survey, note)
  lintMatch([conditions.url], conditions.urlMatchType, 'conditions.url', note)
  lintMatch(conditions.deviceTypes ?? [], conditions.deviceTypesMatchType, 'conditions.deviceTypes', note)
  lintSelector(conditions.selector, 'conditions.selector', note)
  let faulty = false
  prepareTriggers(conditions, {
    prepareTest,
    pageUrl: () => '',
    onFault() {
      faulty = true
    },
  })
  if (faulty)
    note(
      'error',
      'invalid_trigger',
      'conditions',
      'A filter of an event or action cannot be understood: it never matches.',
    )
  if (conditions.linkedFlagVariant && !survey.linked_flag_key && !survey.linked_flag) {
    note(
      'warning',
      'variant_without_flag',
      'conditions.linkedFlagVariant',
      'There is no linked flag that could have it.',
    )
  }
}
