import type { MatchType, Survey } from '../../../wire/survey'
import { prepareTriggers } from '../../display/triggers'
import { compileMatcher } from '../../targeting/match'
import type { AddFinding } from './finding'

const KINDS: readonly string[] = [
  'exact',
  'is_not',
  'icontains',
  'not_icontains',
  'regex',
  'not_regex',
  'gt',
  'lt',
] satisfies MatchType[]

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
  note: AddFinding,
) {
  const wanted = targets.filter(target => typeof target === 'string' && target.trim() !== '') as string[]
  if (wanted.length === 0 || compileMatcher(wanted, type)) return
  note(
    'error',
    'invalid_condition',
    path,
    `${type && !KINDS.includes(type) ? `"${type}" is no way to compare` : 'The pattern cannot be read'}: the survey is never shown.`,
  )
}

function lintSelector(selector: string | null | undefined, path: string, note: AddFinding) {
  if (selector && !isClosed(selector))
    note(
      'error',
      'invalid_selector',
      path,
      'A bracket or quote does not match its partner: the survey is never shown.',
    )
}

function lintDates({ start_date: start, end_date: end }: Survey, note: AddFinding) {
  for (const [path, date] of Object.entries({ start_date: start, end_date: end })) {
    if (date && Number.isNaN(Date.parse(date)))
      note('error', 'invalid_date', path, 'The date cannot be read: the survey is never shown.')
  }
  if (start && end && Date.parse(end) <= Date.parse(start)) {
    note('error', 'never_runs', 'end_date', 'The survey ends before it begins: it is never shown.')
  }
}

/** Looks at when and where a survey may show. */
export function lintConditions(survey: Survey, note: AddFinding): void {
  const conditions = survey.conditions ?? {}
  lintDates(survey, note)
  lintMatch([conditions.url], conditions.urlMatchType, 'conditions.url', note)
  lintMatch(conditions.deviceTypes ?? [], conditions.deviceTypesMatchType, 'conditions.deviceTypes', note)
  lintSelector(conditions.selector, 'conditions.selector', note)
  let faulty = false
  prepareTriggers(conditions, {
    compileMatcher,
    pageUrl: () => '',
    onInvalid() {
      faulty = true
    },
  })
  if (faulty)
    note(
      'error',
      'invalid_trigger',
      'conditions',
      'An event or action has a filter that cannot be understood: it never counts as having happened.',
    )
  if (conditions.linkedFlagVariant && !survey.linked_flag_key && !survey.linked_flag) {
    note(
      'warning',
      'variant_without_flag',
      'conditions.linkedFlagVariant',
      'No flag is linked that could have this variant: the survey is shown without looking at it.',
    )
  }
}
