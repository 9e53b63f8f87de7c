import { createCaptureRoutes } from './capture/routes'
import { eventRoutes } from './events/routes'
import { createFlagRoutes } from './flags/routes'
import { publicGetRoutes } from './http/publicGet'
import type { Route } from './http/route'
import { openApiRoute } from './openapi'
import { healthRoutes } from './operations/healthRoutes'
import { statusRoute } from './operations/status/routes'
import type { ServiceOptions } from './options'
import { createPersonRoutes } from './persons/routes'
import { projectRoutes } from './projects/routes'
import { listPublicSurveys } from './surveys/public/publicSurveys'
import { createSurveyRoutes } from './surveys/routes'
import { advanceSchedules } from './surveys/schedule/advanceSchedules'
import { endFullSurveys } from './surveys/schedule/endSurvey'
import { removeRespondent, removeRespondentEvents } from './surveys/stats/removeRespondent'
import { createStatsCache, type StatsCache } from './surveys/stats/statsCache'
import { moveRespondent, recordSurveyEvent } from './surveys/stats/surveyEvents'
import { currentKeyRoute } from './users/currentKey'
import { userRoutes } from './users/routes'

/** Creates all routes of the service. Flags and capture get the functions of surveys that they need. */
export function createRoutes(statsCache: StatsCache): Route[] {
  return [
    ...createFlagRoutes({ advanceSchedules, listPublicSurveys }),
    ...createCaptureRoutes({ recordSurveyEvent, moveRespondent, endFullSurveys }),
    ...eventRoutes,
    ...createPersonRoutes({ removeRespondentEvents, removeRespondent }),
    ...projectRoutes,
    ...createSurveyRoutes(statsCache),
    ...userRoutes,
    currentKeyRoute,
    ...healthRoutes,
    statusRoute,
  ]
}

/** Returns the routes that the options enable, and the route of the OpenAPI document. */
export function enabledRoutes(routes: Route[], { legacyRoutes, publicGet }: ServiceOptions): Route[] {
  const isLegacy = (route: Route) => route.access === 'public' && route.isLegacy
  const enabled = legacyRoutes === false ? routes.filter(route => !isLegacy(route)) : routes
  return [...enabled, ...(publicGet ? publicGetRoutes(enabled) : []), openApiRoute(routes)]
}

/** Returns the paths of all routes. */
export function routePaths(): string[] {
  return enabledRoutes(createRoutes(createStatsCache()), {}).map(({ path }) => path)
}
