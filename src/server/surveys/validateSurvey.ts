import type { FlagDefinition } from '../../wire/flagDefinition'
import type { Question, SurveyConditions } from '../../wire/survey'
import { invalidInput } from '../http/reply'
import { isObject } from '../lib/values'
import { findFlag } from '../store/flagRows'
import type { SurveyRow } from '../store/rows'
import type { StoreReader } from '../store/store'
import { nonEmptyFilters, targetsEveryone } from './flags/flagFilters'
import { isPositive } from './schedule/schedule'
import type { SurveyPatch } from './schema'

/** A create or update request, and the survey before and after it. */
interface SurveyWrite {
  /** Undefined on create. */
  before: SurveyRow | undefined
  patch: SurveyPatch
  after: SurveyRow
}

/** The input of a check. */
interface CheckContext extends SurveyWrite {
  linkedFlag: FlagDefinition | undefined
  targetingFlag: FlagDefinition | undefined
  /** Whether another survey of the project has the name. */
  isNameTaken: boolean
}

/** The reason for a refusal, in the words that clients compare. */
interface SurveyError {
  detail: string
  attr: string
  code?: string
}

type Check = (context: CheckContext) => SurveyError | undefined

const NO_FLAG = 'Feature Flag with this ID does not exist'
const EVERYONE =
  'Invalid operation: User targeting rolls out to everyone. If you want to roll out to everyone, delete this targeting'
const BOTH = 'remove_targeting_flag and new targeting_flag_filters cannot be used together.'
const SHUFFLED =
  'Question shuffling and question branching cannot be used together. Please disable one of these features.'

const linkedFlag: Check = ({ after, linkedFlag, targetingFlag, patch }) => {
  if (after.linked_flag_id !== null && !linkedFlag) return { detail: NO_FLAG, attr: 'linked_flag_id' }
  const isMissing = typeof patch.targeting_flag_id === 'number' && !targetingFlag
  return isMissing ? { detail: NO_FLAG, attr: 'targeting_flag_id' } : undefined
}

const linkedVariant: Check = ({ after, linkedFlag }) => {
  const variant = after.conditions?.linkedFlagVariant
  if (typeof variant !== 'string' || variant === '') return undefined
  if (!linkedFlag) {
    return {
      detail: 'linkedFlagVariant can only be used when a linked_flag_id is specified',
      attr: 'conditions',
    }
  }
  const variants = linkedFlag.filters.multivariate?.variants.map(variant => variant.key) ?? []
  if (variant === 'any' || variants.includes(variant)) return undefined
  const available = `Available variants: ${variants.join(', ')}`
  return { detail: `Feature flag variant '${variant}' does not exist. ${available}`, attr: 'conditions' }
}

const uniqueName: Check = ({ isNameTaken, before }) => {
  if (!isNameTaken) return undefined
  const owner = before ? 'another survey' : 'a survey'
  return { detail: `There is already ${owner} with this name.`, attr: 'name', code: 'unique' }
}

const targeting: Check = ({ patch }) => {
  const filters = nonEmptyFilters(patch.targeting_flag_filters)
  return filters && targetsEveryone(filters)
    ? { detail: EVERYONE, attr: 'targeting_flag_filters' }
    : undefined
}

/** A client may send back the filters that it has read together with their removal. */
const removedTargeting: Check = ({ before, patch }) => {
  const filters = nonEmptyFilters(patch.targeting_flag_filters)
  const isNew = JSON.stringify(filters) !== JSON.stringify(before?.targeting_flag_filters)
  return patch.remove_targeting_flag && filters && isNew
    ? { detail: BOTH, attr: 'targeting_flag_filters' }
    : undefined
}

const shuffling: Check = ({ after }) => {
  const isShuffled = after.appearance?.shuffleQuestions === true
  // A row of another version may have questions of any shape (D-753).
  const branches = (question: Question | null) =>
    question?.branching && question.branching.type !== 'next_question'
  return isShuffled && Array.isArray(after.questions) && after.questions.some(branches)
    ? { detail: SHUFFLED, attr: 'questions' }
    : undefined
}

const recurrence: Check = ({ before, after }) => {
  const current = before?.current_iteration ?? 0
  const count = after.iteration_count
  if (!before || !isPositive(before.iteration_count) || count === null || count >= current) return undefined
  return {
    detail: `Cannot change survey recurrence to ${count}, should be at least ${current}`,
    attr: 'iteration_count',
  }
}

const EXTERNAL_CONDITIONS = [
  'url',
  'urlMatchType',
  'selector',
  'seenSurveyWaitPeriodInDays',
  'linkedFlagVariant',
  'deviceTypes',
  'deviceTypesMatchType',
] as const

const external: Check = ({ after, patch }) => {
  if (after.type !== 'external_survey') return undefined
  const notAllowed = (field: string) => ({
    detail: `${field} is not allowed for external surveys`,
    attr: field,
  })
  if (after.linked_flag_id !== null) return notAllowed('linked_flag_id')
  if (nonEmptyFilters(patch.targeting_flag_filters)) return notAllowed('targeting_flag_filters')
  const conditions = isObject(after.conditions) ? (after.conditions as SurveyConditions) : {}
  const used: string[] = EXTERNAL_CONDITIONS.filter(field => conditions[field])
  for (const field of ['actions', 'events'] as const) if (conditions[field]?.values?.length) used.push(field)
  if (used.length > 0) {
    const detail = `The following condition fields are not allowed for external surveys: ${used.join(', ')}`
    return { detail, attr: 'conditions' }
  }
  return after.appearance?.surveyPopupDelaySeconds
    ? { detail: 'surveyPopupDelaySeconds is not allowed for external surveys', attr: 'appearance' }
    : undefined
}

/** In this order; the first error is returned. See D-299, D-732. */
const CHECKS: Check[] = [
  linkedFlag,
  linkedVariant,
  uniqueName,
  targeting,
  removedTargeting,
  shuffling,
  recurrence,
  external,
]

/**
 * Checks a survey as a whole, on create and on update (`PATCH`). Each field by itself has been
 * checked by its schema in `fields.ts` before.
 *
 * @throws HttpError 400 with the first error.
 */
export async function validateSurvey(store: StoreReader, write: SurveyWrite): Promise<void> {
  const { project_id, id, name, linked_flag_id, targeting_flag_id } = write.after
  const sameName = await store.find('surveys', { where: { project_id, name }, limit: 2 })
  const context: CheckContext = {
    ...write,
    linkedFlag: await findFlag(store, project_id, linked_flag_id),
    targetingFlag: await findFlag(store, project_id, targeting_flag_id),
    isNameTaken: sameName.some(survey => survey.id !== id),
  }
  for (const check of CHECKS) {
    const error = check(context)
    if (error) throw invalidInput(error.detail, error.attr, error.code)
  }
}
