import { createCaptureRoutes } from './capture/routes'
import { createFlagRoutes } from './flags/routes'
import { publicGetRoutes } from './http/publicGet'
import type { PublicRoute, Route } from './http/route'
import { openApiRoute } from './openapi'
import type { ServiceOptions } from './options'
import { projectRoutes } from './projects/routes'
import { listPublicSurveys } from './surveys/public/publicSurveys'
import { createSurveyRoutes } from './surveys/routes'
import { advanceSchedules } from './surveys/schedule/advanceSchedules'
import { endFullSurveys } from './surveys/schedule/endSurvey'
import type { StatsCache } from './surveys/stats/statsCache'
import { moveRespondent, recordSurveyEvent } from './surveys/stats/surveyEvents'
import { userRoutes } from './users/routes'

/** Answers the probes of containers and test runners. See D-405. */
const HEALTH: PublicRoute = {
  method: 'GET',
  path: '/healthz',
  access: 'public',
  summary: 'Whether the service answers.',
  replies: { 200: { description: 'It does.' } },
  isHidden: true,
  handle: async () => ({ status: 200, body: { status: 'ok' } }),
}

/** Creates all routes of the service. Flags and capture get the functions of surveys that they need. */
export function createRoutes(statsCache: StatsCache): Route[] {
  return [
    ...createFlagRoutes({ advanceSchedules, listPublicSurveys }),
    ...createCaptureRoutes({ recordSurveyEvent, moveRespondent, endFullSurveys }),
    ...projectRoutes,
    ...createSurveyRoutes(statsCache),
    ...userRoutes,
    HEALTH,
  ]
}

/** Returns the routes that the options enable, and the route of the OpenAPI document. */
export function enabledRoutes(routes: Route[], { legacyRoutes, publicGet }: ServiceOptions): Route[] {
  const isLegacy = (route: Route) => route.access === 'public' && route.isLegacy
  const enabled = legacyRoutes === false ? routes.filter(route => !isLegacy(route)) : routes
  return [...enabled, ...(publicGet ? publicGetRoutes(enabled) : []), openApiRoute(routes)]
}
