import { createClient, type EarshotClient, type Survey } from 'earshot'
import { createService, type StoredEvent } from 'earshot/server'
import { describeFailures, type FailedCheck } from 'earshot/surveys'

/** Statistics of a survey from the management API. Interface 4.2. */
export interface Stats {
  shown: number
  sent: number
  dismissed: number
  visitors: number
  responseRate: number
}

/** A survey that runs in this page with a real client and a real service. */
export interface TestRun {
  /** Shows the survey immediately, regardless of its conditions. */
  show(): void
  /** Continues as a new visitor, who has not seen the survey. */
  newVisitor(): void
  /** Captures an event, which may trigger the survey. */
  capture(name: string): void
  /** Returns what keeps the survey from showing automatically on this page, and the names of the checks that pass. */
  explain(): Promise<Explanation>
  stats(): Promise<Stats>
  stop(): Promise<void>
}

/** Why the survey does or does not show automatically on this page. */
export interface Explanation {
  failures: FailedCheck[]
  passed: string[]
}

const TOKEN = 'phc_preview'
const PERSONAL_KEY = 'phx_preview'
const HOST = 'https://in-this-page.example'

/**
 * Starts a client and a service for a survey.
 *
 * @param onEvent Called with each event that the service has stored.
 */
export function createTestRun(survey: Survey, onEvent: (event: StoredEvent) => void): TestRun {
  // A draft is never shown, so it gets a start date here.
  const seed = { ...survey, start_date: survey.start_date || new Date(0).toISOString() }
  const service = createService({ projectKey: TOKEN, personalKeys: [{ key: PERSONAL_KEY }], surveys: [seed] })
  const unsubscribe = service.on('event', onEvent)
  const client: EarshotClient = createClient(TOKEN, {
    api_host: HOST,
    name: `preview ${crypto.randomUUID()}`,
    fetch: service.fetch,
    persistence: 'memory',
    capture_pageview: false,
    capture_pageleave: false,
    // A beacon cannot go through `service.fetch`; the browser would send it to a host that does not exist.
    disable_beacon: true,
    opt_out_useragent_filter: true,
    survey_color_scheme: 'auto',
  })
  return {
    show: () =>
      client.displaySurvey(survey.id, {
        ignoreConditions: true,
        ignoreDelay: true,
        displayType: 'popover',
      }),
    newVisitor: () => client.reset(),
    capture: name => void client.capture(name),
    async explain() {
      const explanation = await client.explainSurvey(survey.id)
      const checks = Object.entries(explanation?.checks ?? {})
      return {
        failures: explanation ? describeFailures(explanation) : [],
        passed: checks.filter(([, passes]) => passes).map(([name]) => name),
      }
    },
    async stats() {
      const url = `${HOST}/api/projects/1/surveys/${survey.id}/stats`
      const response = await service.fetch(url, { headers: { authorization: `Bearer ${PERSONAL_KEY}` } })
      const { stats, rates } = await response.json()
      return {
        shown: stats['survey shown'].total_count,
        sent: stats['survey sent'].total_count,
        dismissed: stats['survey dismissed'].total_count,
        visitors: stats['survey shown'].unique_persons,
        responseRate: rates.response_rate,
      }
    },
    async stop() {
      unsubscribe()
      client.cancelPendingSurvey(survey.id)
      await client.shutdown()
    },
  }
}
