import type { FlagFilters } from '../../wire/flagDefinition'
import type { DailyLimit } from '../../wire/managedSurvey'
import type { Question, SurveyAppearance, SurveyConditions, SurveyTranslation } from '../../wire/survey'
import { formatIsoDate, parseIsoDate } from '../lib/isoDate'
import { isObject } from '../lib/values'
import type { SurveyRow } from '../store/rows'
import { cleanHtml } from './cleanHtml'
import { dailySamplingLimits, iterationFields } from './schedule/schedule'

/** The writable fields as they come in, checked. Interface section 4.2. */
export type SurveyInput = Partial<Omit<SurveyRow, keyof UncheckedFields> & UncheckedFields>

/** Fields that come in looser than they are kept. */
interface UncheckedFields {
  questions: unknown[] | null
  conditions: object | null
  appearance: object | null
  iteration_start_dates: (string | null)[] | null
  enable_partial_responses: boolean | null
  targeting_flag_filters: object | null
  remove_targeting_flag: boolean | null
  _create_in_folder: string | null
  response_sampling_daily_limits: unknown
  translations: Record<string, object> | null
}

/** A survey before anybody wrote anything into it. */
export function defaultSurvey(projectId: number, id: string, userId: number, now: number): SurveyRow {
  return {
    project_id: projectId,
    id,
    name: '',
    description: '',
    type: 'popover',
    schedule: 'once',
    linked_flag_id: null,
    targeting_flag_id: null,
    internal_targeting_flag_id: null,
    sampling_flag_id: null,
    questions: [],
    conditions: null,
    appearance: null,
    created_at: formatIsoDate(now),
    created_by_id: userId,
    start_date: null,
    end_date: null,
    archived: false,
    responses_limit: null,
    iteration_count: null,
    iteration_frequency_days: null,
    iteration_start_dates: [],
    current_iteration: null,
    current_iteration_start_date: null,
    response_sampling_start_date: null,
    response_sampling_interval_type: 'week',
    response_sampling_interval: null,
    response_sampling_limit: null,
    response_sampling_daily_limits: null,
    enable_partial_responses: false,
    written: { targeting_flag_filters: null, remove_targeting_flag: null, _create_in_folder: null },
    browser: {},
  }
}

const DATE_FIELDS = [
  'start_date',
  'end_date',
  'current_iteration_start_date',
  'response_sampling_start_date',
] as const satisfies (keyof SurveyRow)[]

const COPIED_FIELDS = [
  'name',
  'description',
  'type',
  'schedule',
  'linked_flag_id',
  'targeting_flag_id',
  'archived',
  'responses_limit',
  'iteration_count',
  'iteration_frequency_days',
  'current_iteration',
  'response_sampling_interval_type',
  'response_sampling_interval',
  'response_sampling_limit',
] as const satisfies (keyof SurveyRow)[]

/** A survey with what was written into it, and what follows from that. Interface section 4.2, rule 1. */
export function applyPatch(before: SurveyRow, input: SurveyInput, uuid: () => string): SurveyRow {
  const after: SurveyRow = { ...before, ...definedFields(input, COPIED_FIELDS), ...isoDates(input) }
  if (input.questions !== undefined)
    after.questions = input.questions === null ? null : identifyQuestions(input.questions, uuid)
  if (input.conditions !== undefined) after.conditions = input.conditions as SurveyConditions | null
  if (input.appearance !== undefined) after.appearance = cleanAppearance(input.appearance)
  if (input.enable_partial_responses !== undefined)
    after.enable_partial_responses = input.enable_partial_responses ?? false
  if (input.iteration_start_dates !== undefined) {
    const dates = input.iteration_start_dates?.filter(date => date !== null)
    after.iteration_start_dates = dates?.map(date => formatIsoDate(parseIsoDate(date))) ?? null
  }
  if (input.translations !== undefined) {
    const { translations: _, ...browser } = before.browser
    after.browser = { ...browser, ...cleanTranslations(input.translations) }
  }
  after.written = {
    targeting_flag_filters: input.targeting_flag_filters ?? before.written.targeting_flag_filters,
    remove_targeting_flag: input.remove_targeting_flag ?? null,
    _create_in_folder: input._create_in_folder ?? before.written._create_in_folder,
  }
  if (hasAny(input, ['iteration_count', 'iteration_frequency_days', 'start_date'])) {
    Object.assign(after, iterationFields(after))
  }
  if (hasAny(input, SAMPLING_FIELDS)) after.response_sampling_daily_limits = dailySamplingLimits(after)
  else if (input.response_sampling_daily_limits !== undefined) {
    after.response_sampling_daily_limits = parseDailyLimits(input.response_sampling_daily_limits)
  }
  return after
}

const SAMPLING_FIELDS: (keyof SurveyInput)[] = [
  'response_sampling_start_date',
  'response_sampling_interval_type',
  'response_sampling_interval',
  'response_sampling_limit',
]

function hasAny(input: SurveyInput, fields: (keyof SurveyInput)[]): boolean {
  return fields.some(field => input[field] !== undefined)
}

function definedFields(input: SurveyInput, fields: readonly (keyof SurveyRow)[]): Partial<SurveyRow> {
  const values: Partial<Record<keyof SurveyRow, unknown>> = input
  return Object.fromEntries(
    fields.flatMap(field => (values[field] === undefined ? [] : [[field, values[field]]])),
  )
}

function isoDates(input: SurveyInput): Partial<SurveyRow> {
  return Object.fromEntries(
    DATE_FIELDS.flatMap(field => {
      const date = input[field]
      return date === undefined ? [] : [[field, date === null ? null : formatIsoDate(parseIsoDate(date))]]
    }),
  )
}

/** Gives every question an id. The schema has checked the shape. */
function identifyQuestions(list: unknown[], uuid: () => string): Question[] {
  return (list as Question[]).map(question => ({ ...question, id: question.id || uuid() }))
}

/** Without any there is no such field. */
function cleanTranslations(translations: Record<string, object> | null): SurveyRow['browser'] {
  const entries = Object.entries(translations ?? {})
  if (entries.length === 0) return {}
  const cleaned = entries.map(([language, texts]) => [language, cleanThankYou(texts as SurveyTranslation)])
  return { translations: Object.fromEntries(cleaned) }
}

function cleanAppearance(appearance: object | null): SurveyAppearance | null {
  if (appearance === null) return null
  return cleanThankYou(appearance)
}

/** The texts with what is said at the end harmless. */
function cleanThankYou<T extends SurveyAppearance | SurveyTranslation>(texts: T): T {
  const cleaned = { ...texts }
  for (const field of ['thankYouMessageHeader', 'thankYouMessageDescription'] as const) {
    const text = cleaned[field]
    if (typeof text === 'string') cleaned[field] = cleanHtml(text)
  }
  return cleaned
}

/** A list, or the JSON text of one, without what is no object; anything else is none. */
function parseDailyLimits(value: unknown): DailyLimit[] | null {
  if (Array.isArray(value)) return value.filter(isDailyLimit)
  if (typeof value !== 'string') return null
  try {
    const parsed: unknown = JSON.parse(value)
    return Array.isArray(parsed) ? parsed.filter(isDailyLimit) : null
  } catch {
    // Not JSON: there are no limits in it.
    return null
  }
}

/** What a limit says is looked at when its day has come: the interface has any JSON here. */
function isDailyLimit(value: unknown): value is DailyLimit {
  return isObject(value)
}

/** Filters that say something; the interface lets them be empty. */
export function targetingFilters(input: SurveyInput): FlagFilters | null {
  const filters = input.targeting_flag_filters
  return filters && Object.keys(filters).length > 0 ? (filters as FlagFilters) : null
}
