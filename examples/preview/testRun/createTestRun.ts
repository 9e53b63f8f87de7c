import { createClient, type EarshotClient, type Survey } from 'earshot'
import { createService, type StoredEvent } from 'earshot/server'

/** Numbers of a survey, as the management interface tells them. Interface 4.2. */
export interface Stats {
  shown: number
  sent: number
  dismissed: number
  visitors: number
  responseRate: number
}

/** A survey that runs for real: client and service are those that a site has, only that both are in this page. */
export interface TestRun {
  /** Shows the survey now, whatever its conditions say. */
  show(): void
  /** Makes the visitor another one, who has seen nothing yet. */
  newVisitor(): void
  /** Captures an event, as the page around would. */
  capture(name: string): void
  /** Why the survey would or would not show by itself on this page. */
  explain(): Promise<Check[]>
  stats(): Promise<Stats>
  stop(): Promise<void>
}

/** One condition, and whether it holds. */
export interface Check {
  name: string
  passes: boolean
}

const TOKEN = 'phc_preview'
const PERSONAL_KEY = 'phx_preview'
const HOST = 'https://in-this-page.example'

/**
 * Starts client and service for a survey.
 *
 * @param onEvent Gets each event as the service has stored it.
 */
export function createTestRun(survey: Survey, onEvent: (event: StoredEvent) => void): TestRun {
  // A draft would never show; here it is to be seen.
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
    // A beacon would be the browser's own request, to a host that does not exist.
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
      return Object.entries(explanation?.checks ?? {}).map(([name, passes]) => ({
        name,
        passes: passes === true,
      }))
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
