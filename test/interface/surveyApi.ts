import type { Service } from '../../src/server/index'
import { fetchManagement, post } from '../server/testService'

export const SURVEYS = '/api/projects/1/surveys/'

/** The reply to a management request about surveys, its body read. */
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

/** A new survey, or what is wrong with it. */
export const createSurvey = (service: Pick<Service, 'fetch'>, fields: object = {}) =>
  callSurveys(service, 'POST', '', { name: 'NPS', type: 'popover', ...fields })

/** Sends one survey event. */
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
