import type { Route } from '../exchange'
import { browserRoutes } from './browser'
import { captureRoutes } from './capture'
import { flagRoutes } from './flags'
import { localEvaluationRoutes } from './localEvaluation'
import { projectRoutes } from './projects'
import { surveyRoutes } from './surveys'
import { userRoutes } from './users'

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
