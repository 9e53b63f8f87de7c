import type { Service } from '../../src/server/index'
import { fetchManagement, post } from '../server/testService'

export const SURVEYS = '/api/projects/1/surveys/'

/** Sends a management request about surveys. Resolves to the status and the parsed body of the reply. */
export async function callSurveys(
  service: Pick<Service, 'fetch'>,
  method: string,
  path = '',
  body?: unknown,
) {
  const response = await fetchManagement(service, method, SURVEYS + path, body)
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

/** Creates a survey. The body is the survey, or the error. */
export const createSurvey = (service: Pick<Service, 'fetch'>, fields: object = {}) =>
  callSurveys(service, 'POST', '', { name: 'NPS', type: 'popover', ...fields })

/** Captures a survey event. `event` is the name without `survey `. */
export const sendSurveyEvent = (
  service: Pick<Service, 'fetch'>,
  event: string,
  survey: string,
  distinct_id: string,
  properties: object = {},
  more: object = {},
) =>
  post(service, '/i/v0/e/', {
    api_key: 'phc_demo',
    event: `survey ${event}`,
    distinct_id,
    properties: { $survey_id: survey, ...properties },
    ...more,
  })
