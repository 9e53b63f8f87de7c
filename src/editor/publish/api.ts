import type { PreviewToken } from '../../wire/console'
import type { ReadSurvey, SurveyFields, WrittenSurvey } from '../../wire/managedSurvey'
import { MANAGED_FLAGS_PATH, MANAGED_SURVEYS_PATH } from '../../wire/paths'

/** Why a request failed. `status` is 0 when there was no connection. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** A change of a survey. Reply of `GET …/surveys/:id/activity`. Interface section 4.2, activity. */
export interface ActivityEntry {
  id: string
  user: { first_name: string; email: string } | null
  activity: 'created' | 'updated' | 'deleted'
  detail: { changes: { field: string; before: unknown; after: unknown }[] | null }
  /** ISO 8601. */
  created_at: string
}

/** A page of the activity log, newest first. `next` is the URL of the next page. */
export interface ActivityPage {
  results: ActivityEntry[]
  next: string | null
}

/** The endpoints that the editor calls. Each function rejects with an `ApiError`. */
export type Api = ReturnType<typeof createApi>

/**
 * Creates the client of the management interface for one project.
 *
 * @param key Personal key.
 */
export function createApi(projectId: string, key: string) {
  async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
    let response: Response
    try {
      response = await fetch(path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
    } catch {
      throw new ApiError(0, 'There is no connection to the service.')
    }
    // A proxy may answer with a page in place of JSON.
    const reply = await response.json().catch(() => null)
    if (response.ok) return reply as T
    throw new ApiError(response.status, reply?.detail ?? `The service answered with ${response.status}.`)
  }

  const pathOf = (pattern: string) => pattern.replace(':project_id', encodeURIComponent(projectId))
  const surveys = pathOf(MANAGED_SURVEYS_PATH)
  const surveyPath = (id: string) => `${surveys}/${encodeURIComponent(id)}`

  return {
    retrieve: (id: string) => request<ReadSurvey>('GET', surveyPath(id)),
    create: (fields: Partial<SurveyFields>) => request<WrittenSurvey>('POST', `${surveys}/`, fields),
    update: (id: string, fields: Partial<SurveyFields>) =>
      request<WrittenSurvey>('PATCH', surveyPath(id), fields),
    /** @param next The `next` of an earlier page. */
    activity: (id: string, next?: string | null) =>
      request<ActivityPage>('GET', next ?? `${surveyPath(id)}/activity?limit=20`),
    previewToken: (id: string) => request<PreviewToken>('POST', `${surveyPath(id)}/preview_token`),
    /** Returns the id of the flag with a key; `undefined` when there is none. */
    async flagId(flagKey: string): Promise<number | undefined> {
      let path: string | null = pathOf(MANAGED_FLAGS_PATH)
      while (path) {
        const page: { next: string | null; results: { id: number; key: string }[] } = await request(
          'GET',
          path,
        )
        const flag = page.results.find(({ key }) => key === flagKey)
        if (flag) return flag.id
        path = page.next
      }
      return undefined
    },
  }
}
