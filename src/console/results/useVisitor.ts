import type { FlagEvaluation, Page, PersonItem, SurveyResponse } from '../../wire/console'
import { SURVEY_SENT } from '../../wire/event'
import { MANAGED_FLAGS_PATH, PERSONS_PATH } from '../../wire/paths'
import type { SurveyStats } from '../../wire/surveyStats'
import type { Api, ApiResult } from '../api/createApi'
import { type Data, useData, useGet } from '../ui/useData'
import type { Visitor } from './findVisitor'
import { responsesPath, statsPath } from './useResults'
import type { VisitorFacts } from './whyNotShown'

/** Persons to choose from. */
const MAX_PERSONS = 10

/** Finds persons as the page of people does. */
export const usePersons = (search: string): Data<Page<PersonItem>> =>
  useGet<Page<PersonItem>>(PERSONS_PATH, { search, limit: MAX_PERSONS })

/** Loads what the service knows of a visitor and of the answers to a survey. */
export const useVisitor = (surveyId: string, visitor: Visitor): Data<VisitorFacts> =>
  useData<VisitorFacts>(
    (api, signal) => loadFacts(api, { surveyId, visitor, signal }),
    [surveyId, visitor.distinctId, visitor.person?.id],
  )

async function loadFacts(
  api: Api,
  { surveyId, visitor, signal }: { surveyId: string; visitor: Visitor; signal: AbortSignal },
): Promise<ApiResult<VisitorFacts>> {
  const { distinctId, person } = visitor
  const [flags, stats, answeredAt] = await Promise.all([
    api.get<Record<string, FlagEvaluation>>(`${MANAGED_FLAGS_PATH}evaluation_reasons/`, {
      query: { distinct_id: distinctId },
      signal,
    }),
    api.get<SurveyStats>(statsPath(surveyId), { signal }),
    person
      ? loadAnswerTime(api, { surveyId, personId: person.id, signal })
      : { ok: true as const, value: undefined },
  ])
  if (!flags.ok) return flags
  if (!stats.ok) return stats
  if (!answeredAt.ok) return answeredAt
  return {
    ok: true,
    value: {
      properties: person?.properties ?? {},
      flags: flags.value,
      answeredAt: answeredAt.value,
      responseCount: stats.value.stats[SURVEY_SENT].total_count,
    },
  }
}

async function loadAnswerTime(
  api: Api,
  { surveyId, personId, signal }: { surveyId: string; personId: string; signal: AbortSignal },
): Promise<ApiResult<string | undefined>> {
  const responses = await api.get<Page<SurveyResponse>>(responsesPath(surveyId), {
    query: { person_id: personId },
    signal,
  })
  return responses.ok ? { ok: true, value: responses.value.results[0]?.at } : responses
}
