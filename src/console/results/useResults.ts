import type { ResponseFilter, SurveyResponse, SurveyResults } from '../../wire/console'
import type { ReadSurvey } from '../../wire/managedSurvey'
import { MANAGED_SURVEYS_PATH } from '../../wire/paths'
import type { SurveyStats } from '../../wire/surveyStats'
import { useGet } from '../ui/useData'
import { type Pages, usePages } from '../ui/usePages'

const pathOf = (id: string, rest = '') => `${MANAGED_SURVEYS_PATH}/${encodeURIComponent(id)}${rest}`

export const responsesPath = (id: string): string => pathOf(id, '/responses')

export const statsPath = (id: string): string => pathOf(id, '/stats')

/** Loads a survey. */
export const useSurvey = (id: string) => useGet<ReadSurvey>(pathOf(id))

/** Loads the results that match a filter. */
export const useResults = (id: string, filter: ResponseFilter) =>
  useGet<SurveyResults>(pathOf(id, '/results'), { ...filter })

/** Loads the rates of the statistics endpoint. They know dates alone. */
export const useStats = (id: string, dates: Pick<ResponseFilter, 'date_from' | 'date_to'>) =>
  useGet<SurveyStats>(statsPath(id), { ...dates })

/** Loads the responses that match a filter, page by page. */
export const useResponses = (id: string, filter: ResponseFilter): Pages<SurveyResponse> =>
  usePages<SurveyResponse>(responsesPath(id), { ...filter })
