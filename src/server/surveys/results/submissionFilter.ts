import { z } from '@hono/zod-openapi'
import type { Properties } from '../../../wire/event'
import { requireScope } from '../../http/auth'
import { queryFields } from '../../http/paging'
import type { ManagementContext } from '../../http/requestContext'
import { validate } from '../../http/validate'
import { ownProperty, toText } from '../../lib/values'
import type { PersonRow } from '../../store/rows'
import type { Store } from '../../store/store'
import { statsQuery } from '../stats/schema'
import type { IdentifiedQuestion, Submission } from './parseSubmission'

/** Query of the results of a survey. Dates are those of the statistics. See D-586. */
export const resultsQuery = statsQuery.extend({
  language: z.string().optional().openapi({ description: 'Language of the translation on display.' }),
  completion: z.enum(['completed', 'partial']).optional(),
  path: z.string().optional().openapi({ description: 'Ids of the questions of a path, joined by commas.' }),
  person_property: z
    .string()
    .regex(/^[^=]+=/, 'Expected <key>=<value>.')
    .optional()
    .openapi({ description: '`<key>=<value>` of a person property.' }),
  search: z.string().optional().openapi({ description: 'Text that an answer must contain.' }),
  person_id: z.string().min(1).optional().openapi({ description: 'Id of the person who answered.' }),
})

/** Query of the responses of a survey. */
export const responsesQuery = resultsQuery.extend({
  format: z.enum(['json', 'csv']).optional(),
  limit: z.string().optional().openapi({ description: '1 to 200; 100 by default.' }),
  cursor: z.string().optional().openapi({ description: 'From `next`.' }),
})

/** The conditions that a submission must meet. */
export type SubmissionFilter = z.output<typeof responsesQuery>

/**
 * Parses the filter of a request.
 *
 * @throws HttpError 400 for a value that no filter has, and 403 for a filter of persons whose properties the key may not
 * read: counts would tell them. See D-734.
 */
export function parseFilter({ query, key }: ManagementContext): SubmissionFilter {
  const filter = validate(responsesQuery, queryFields(query, ['person_id']))
  if (filter.person_property !== undefined) requireScope(key, 'person:read')
  return filter
}

/** Returns the submissions that meet a filter. Reads persons only for a filter of person properties. */
export async function filterSubmissions(
  store: Store,
  submissions: Submission[],
  { filter, questions }: { filter: SubmissionFilter; questions: readonly IdentifiedQuestion[] },
): Promise<Submission[]> {
  const matching = submissions.filter(submission => matchesAnswers(submission, filter, questions))
  const { person_property } = filter
  if (person_property === undefined) return matching
  const found: Submission[] = []
  for await (const [submission, person] of withRespondents(store, matching))
    if (hasProperty(person?.properties ?? {}, person_property)) found.push(submission)
  return found
}

/** Yields each submission with its person. An anonymous one has none. */
export async function* withRespondents(
  store: Store,
  submissions: readonly Submission[],
): AsyncIterable<[Submission, PersonRow | undefined]> {
  const keys = submissions.map(({ row: { project_id, respondent: id } }) => ({ project_id, id }))
  let index = 0
  for await (const persons of store.getPages('persons', keys))
    for (const person of persons) yield [submissions[index++]!, person]
}

function matchesAnswers(
  submission: Submission,
  { language, completion, path, search, person_id }: SubmissionFilter,
  questions: readonly IdentifiedQuestion[],
): boolean {
  if (person_id !== undefined && submission.row.respondent !== person_id) return false
  if (language !== undefined && submission.language !== language) return false
  if (completion !== undefined && submission.isCompleted !== (completion === 'completed')) return false
  if (path !== undefined && pathIds(submission, questions).join() !== path) return false
  return search === undefined || containsText(submission, search.toLowerCase())
}

/** Returns the ids of the questions on the way of a submission. */
export function pathIds({ path }: Submission, questions: readonly IdentifiedQuestion[]): string[] {
  return path.map(index => questions[index]!.id)
}

function containsText({ answers }: Submission, lowerCase: string): boolean {
  return answers.some(answer => [answer ?? []].flat().join('\n').toLowerCase().includes(lowerCase))
}

function hasProperty(properties: Properties, condition: string): boolean {
  const end = condition.indexOf('=')
  const value = ownProperty(properties, condition.slice(0, end))
  return value !== undefined && toText(value) === condition.slice(end + 1)
}
