import { createCaptureRoutes } from './capture/routes'
import { createFlagRoutes } from './flags/routes'
import type { Route } from './http/route'
import { projectRoutes } from './projects/routes'
import { listPublicSurveys } from './surveys/public/publicSurveys'
import { createSurveyRoutes } from './surveys/routes'
import { advanceSchedules } from './surveys/schedule/advanceSchedules'
import { endFullSurveys } from './surveys/schedule/endSurvey'
import type { StatsCache } from './surveys/stats/statsCache'
import { moveRespondent, recordSurveyEvent } from './surveys/stats/surveyEvents'
import { userRoutes } from './users/routes'

/** Every endpoint of the service; flags and capture are handed what they need of surveys. */
export function createRoutes(statsCache: StatsCache): Route[] {
  return [
    ...createFlagRoutes({ advanceSchedules, listPublicSurveys }),
    ...createCaptureRoutes({ recordSurveyEvent, moveRespondent, endFullSurveys }),
    ...projectRoutes,
    ...createSurveyRoutes(statsCache),
    ...userRoutes,
  ]
}
