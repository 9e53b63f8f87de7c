import type { Route } from '../exchange'
import { browserRoutes } from './browser'
import { captureRoutes } from './capture'
import { flagRoutes } from './flags'
import { localEvaluationRoutes } from './localEvaluation'

/** Every endpoint of the service. A path without parameters stands before one that would swallow it. */
export const ROUTES: Route[] = [...flagRoutes, ...captureRoutes, ...browserRoutes, ...localEvaluationRoutes]
