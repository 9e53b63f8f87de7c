import { captureRoutes } from './capture/routes'
import { browserRoutes } from './flags/earlyAccess'
import { localEvaluationRoutes } from './flags/localEvaluation/routes'
import { flagRoutes } from './flags/routes'
import type { Route } from './http/route'
import { projectRoutes } from './projects/routes'
import { surveyRoutes } from './surveys/routes'
import { userRoutes } from './users/routes'

/** Every endpoint of the service. A path without parameters stands before one that would swallow it. */
export const ROUTES: Route[] = [
  ...flagRoutes,
  ...captureRoutes,
  ...projectRoutes,
  ...surveyRoutes,
  ...userRoutes,
  ...browserRoutes,
  ...localEvaluationRoutes,
]
