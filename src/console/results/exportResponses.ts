import { useState } from 'preact/hooks'
import { fileName } from '../../editor/export/managementJson'
import type { Page, ResponseFilter, SurveyResponse } from '../../wire/console'
import type { ReadSurvey } from '../../wire/managedSurvey'
import type { Api, ApiResult } from '../api/createApi'
import { useConsole } from '../ui/consoleContext'
import { download } from '../ui/download'
import { responsesPath } from './useResults'

/** Responses in one request of the JSON export. */
const PAGE_SIZE = 200

/** Returns functions that save all responses of a filter as a file. */
export function useExport(survey: ReadSurvey, filter: ResponseFilter) {
  const { api, notify } = useConsole()
  const [isBusy, setBusy] = useState(false)
  const name = fileName({ ...survey, questions: [] }).replace(/\.json$/, '')
  const save = async (type: 'csv' | 'json', load: () => Promise<ApiResult<string | Blob>>) => {
    if (isBusy) return
    setBusy(true)
    const result = await load()
    setBusy(false)
    if (!result.ok) return notify(result.error.message)
    download(`${name}.${type}`, type === 'csv' ? 'text/csv' : 'application/json', result.value)
  }
  const query = { ...filter }
  return {
    isBusy,
    csv: () =>
      save('csv', () => api.getBlob(responsesPath(survey.id), { query: { ...query, format: 'csv' } })),
    json: () => save('json', () => allResponses(api, responsesPath(survey.id), query)),
  }
}

async function allResponses(
  api: Api,
  path: string,
  query: Record<string, string>,
): Promise<ApiResult<string>> {
  const all: SurveyResponse[] = []
  let result = await api.get<Page<SurveyResponse>>(path, { query: { ...query, limit: PAGE_SIZE } })
  while (result.ok) {
    all.push(...result.value.results)
    if (result.value.next === null) return { ok: true, value: `${JSON.stringify(all, null, 2)}\n` }
    result = await api.get(result.value.next)
  }
  return result
}
