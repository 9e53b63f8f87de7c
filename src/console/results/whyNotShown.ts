import type { FlagEvaluation } from '../../wire/console'
import {
  type Properties,
  SURVEY_DISMISSED_PREFIX,
  SURVEY_LAST_SEEN_DATE,
  SURVEY_RESPONDED_PREFIX,
} from '../../wire/event'
import type { FlagFilters } from '../../wire/flagDefinition'
import type { ReadSurvey } from '../../wire/managedSurvey'
import { SURVEY_FLAG_PREFIX } from '../../wire/survey'
import { describeCondition, describeReason, describeValue } from '../flags/describeFlag'
import { surveyState } from '../surveys/surveyState'
import { formatCount, formatTime } from '../ui/format'

/** What the service knows of a visitor and of the answers to a survey. */
export interface VisitorFacts {
  /** Of the person; empty for a visitor without one. */
  properties: Properties
  /** By flag key. */
  flags: Record<string, FlagEvaluation>
  /** ISO 8601: the newest answer of the person to this survey. */
  answeredAt: string | undefined
  /** `survey sent` events of all visitors, which the limit of responses counts. */
  responseCount: number
}

/** A reason for which the service keeps a survey from a visitor. */
export interface Failure {
  /** A sentence with values. */
  problem: string
  /** What to do about it. */
  remedy: string
}

type FlagRole = ReadSurvey['feature_flag_keys'][number]['key']

const DAY_MS = 86_400_000

/**
 * Returns why the service does not let a visitor see a survey, in the order in which to mend it.
 *
 * @param now Milliseconds since 1970.
 * @returns Empty when the page alone decides. See D-604.
 */
export function whyNotShown(survey: ReadSurvey, visitor: VisitorFacts, now: number): Failure[] {
  return [
    stateFailure(survey, visitor, now),
    linkedFlagFailure(survey, visitor),
    audienceFailure(survey, visitor, now),
    reactionFailure(survey, visitor, now),
    samplingFailure(survey, visitor, now),
  ].filter(failure => failure !== undefined)
}

/** Whether a survey shows again to a visitor who has answered or closed it. The same rule as in the client. */
export const isRepeatable = ({ schedule, conditions }: ReadSurvey): boolean =>
  schedule === 'always' ||
  (conditions?.events?.repeatedActivation === true && conditions.events.values.length > 0)

function stateFailure(survey: ReadSurvey, visitor: VisitorFacts, now: number): Failure | undefined {
  const { start_date, end_date } = survey
  switch (surveyState(survey, now)) {
    case 'running':
      return undefined
    case 'archived':
      return { problem: 'The survey is archived.', remedy: 'Restore it from the menu above.' }
    case 'draft':
      return { problem: 'The survey is a draft.', remedy: 'Start it from the menu above.' }
    case 'scheduled':
      return {
        problem: `The survey starts on ${formatTime(start_date!)}.`,
        remedy: 'Wait, or start it now from the menu above.',
      }
    case 'ended':
      return endedFailure(survey, visitor, end_date!)
  }
}

/** The service ends a survey when it has as many responses as its limit. */
function endedFailure(
  { responses_limit }: ReadSurvey,
  { responseCount }: VisitorFacts,
  endDate: string,
): Failure {
  const ended = `The survey ended on ${formatTime(endDate)}`
  return responses_limit !== null && responses_limit > 0 && responseCount >= responses_limit
    ? {
        problem: `${ended}: it has ${formatCount(responseCount)} responses, and its limit is ${formatCount(responses_limit)}.`,
        remedy: 'Raise or remove the limit in the editor, then resume it from the menu above.',
      }
    : { problem: `${ended}.`, remedy: 'Resume it from the menu above.' }
}

const flagKey = ({ feature_flag_keys }: ReadSurvey, role: FlagRole): string | null =>
  feature_flag_keys.find(({ key }) => key === role)?.value ?? null

const isOff = (flag: FlagEvaluation | undefined): boolean => flag === undefined || flag.value === false

const isOutOfRollout = (flag: FlagEvaluation | undefined): boolean =>
  flag?.evaluation.reason === 'out_of_rollout_bound'

function describeOff(key: string, flag: FlagEvaluation | undefined): string {
  return flag ? `“${key}” is off, because ${describeReason(flag)}` : `“${key}” does not exist any more`
}

/** Whether a flag of a survey is off only because the survey does not run, which is a failure of its own. */
function followsState(
  survey: ReadSurvey,
  key: string,
  flag: FlagEvaluation | undefined,
  now: number,
): boolean {
  return (
    key.startsWith(SURVEY_FLAG_PREFIX) &&
    flag?.evaluation.reason === 'disabled' &&
    surveyState(survey, now) !== 'running'
  )
}

/**
 * Returns what to do about a flag that the service made for a survey. It switches such flags off as soon as there is an end date,
 * even one to come, and a new targeting flag on with the first change (D-304, D-305).
 */
function ownFlagRemedy({ end_date }: ReadSurvey, flag: FlagEvaluation | undefined, remedy: string): string {
  if (flag?.evaluation.reason !== 'disabled') return remedy
  return end_date === null
    ? 'Stop and resume the survey from the menu above: a change after its creation switches its flags on.'
    : `Remove the end date, ${formatTime(end_date)}: a survey with one has its flags switched off.`
}

function linkedFlagFailure(survey: ReadSurvey, { flags }: VisitorFacts): Failure | undefined {
  const key = flagKey(survey, 'linked_flag_key')
  if (key === null) return undefined
  const flag = flags[key]
  if (!flag || isOff(flag))
    return {
      problem: `The linked flag ${describeOff(key, flag)}.`,
      remedy: isOutOfRollout(flag)
        ? 'Raise its rollout on the page Flags.'
        : 'Change the flag on the page Flags, or unlink it from the survey.',
    }
  const variant = survey.conditions?.linkedFlagVariant
  if (!variant || variant === 'any' || flag.value === variant) return undefined
  return {
    problem: `The linked flag “${key}” is ${describeValue(flag.value)} for this visitor, and the survey asks for the variant “${variant}”.`,
    remedy: 'Change the variant in the editor, or the flag on the page Flags.',
  }
}

function audienceFailure(survey: ReadSurvey, visitor: VisitorFacts, now: number): Failure | undefined {
  const key = flagKey(survey, 'targeting_flag_key')
  const flag = key === null ? undefined : visitor.flags[key]
  if (key === null || !isOff(flag) || followsState(survey, key, flag, now)) return undefined
  const audience = describeAudience(survey.targeting_flag?.filters, visitor.properties)
  return {
    problem: `The visitor is not in the audience: the flag ${describeOff(key, flag)}.${audience}`,
    remedy: ownFlagRemedy(
      survey,
      flag,
      'Change the audience of the survey, or set the property in identify.',
    ),
  }
}

/** Returns the audience and what the visitor has of it: " The audience is plan is pro; the visitor has plan “free”.". */
function describeAudience(filters: FlagFilters | undefined, properties: Properties): string {
  const groups = filters?.groups ?? []
  if (groups.length === 0) return ''
  const personFilters = groups
    .flatMap(group => group.properties ?? [])
    .filter(({ type = 'person' }) => type === 'person')
  const found = [...new Set(personFilters.map(({ key }) => key))].map(key =>
    key in properties ? `${key} ${JSON.stringify(properties[key])}` : `no ${key}`,
  )
  const audience = groups.map(group => `“${describeCondition(group)}” (${group.rollout_percentage ?? 100}%)`)
  return ` The audience: ${audience.join(' or ')}.${found.length > 0 ? ` The visitor has ${found.join(', ')}.` : ''}`
}

/** Why the internal targeting flag is off: the person has answered or closed the survey, or saw another one lately. */
function reactionFailure(survey: ReadSurvey, visitor: VisitorFacts, now: number): Failure | undefined {
  const key = flagKey(survey, 'internal_targeting_flag_key')
  const flag = key === null ? undefined : visitor.flags[key]
  if (key === null || isRepeatable(survey) || !isOff(flag)) return undefined
  const failure = reactionOf(survey, visitor) ?? waitFailure(survey, visitor, now)
  if (failure || followsState(survey, key, flag, now)) return failure
  return {
    problem: `The flag of the survey ${describeOff(key, flag)}.`,
    remedy: ownFlagRemedy(survey, flag, 'Save the survey again: the service then writes this flag again.'),
  }
}

function reactionOf(
  { id, iteration_count, current_iteration }: ReadSurvey,
  { properties, answeredAt }: VisitorFacts,
): Failure | undefined {
  const iteration = (iteration_count ?? 0) > 0 ? (current_iteration ?? 1) : undefined
  const suffix = iteration === undefined ? id : `${id}/${iteration}`
  const survey = iteration === undefined ? 'this survey' : `iteration ${iteration} of this survey`
  const remedy =
    iteration === undefined
      ? 'It shows once to each visitor. Set its schedule to “always” to ask again.'
      : 'It shows once in each iteration: the next one asks again.'
  if (SURVEY_RESPONDED_PREFIX + suffix in properties) {
    const at = answeredAt === undefined ? '' : ` on ${formatTime(answeredAt)}`
    return { problem: `The visitor has answered ${survey}${at}.`, remedy }
  }
  if (!(SURVEY_DISMISSED_PREFIX + suffix in properties)) return undefined
  const seen = lastSeen(properties)
  const detail = seen === undefined ? '' : ` The visitor last saw a survey on ${formatTime(seen)}.`
  return { problem: `The visitor has closed ${survey}.${detail}`, remedy }
}

function lastSeen(properties: Properties): string | undefined {
  const seen = properties[SURVEY_LAST_SEEN_DATE]
  return typeof seen === 'string' && !Number.isNaN(Date.parse(seen)) ? seen : undefined
}

function waitFailure(
  { conditions }: ReadSurvey,
  { properties }: VisitorFacts,
  now: number,
): Failure | undefined {
  const days = conditions?.seenSurveyWaitPeriodInDays ?? 0
  const seen = lastSeen(properties)
  const end = seen === undefined ? 0 : Date.parse(seen) + days * DAY_MS
  if (seen === undefined || days <= 0 || end <= now) return undefined
  return {
    problem: `The visitor saw a survey on ${formatTime(seen)}, and this one waits ${days} days after any survey.`,
    remedy: `Wait until ${formatTime(new Date(end).toISOString())}, or shorten the waiting period in the editor.`,
  }
}

function samplingFailure(survey: ReadSurvey, { flags }: VisitorFacts, now: number): Failure | undefined {
  const key = flagKey(survey, 'internal_response_sampling_flag_key')
  const flag = key === null ? undefined : flags[key]
  if (key === null || !isOff(flag) || followsState(survey, key, flag, now)) return undefined
  return {
    problem: `The sampling of responses leaves this visitor out: the flag ${describeOff(key, flag)}.`,
    remedy: ownFlagRemedy(
      survey,
      flag,
      'Wait until sampling admits more visitors, or change it in the survey.',
    ),
  }
}
