import { leavePart } from './client/lazyParts'
import { surveyRuntime } from './surveys/ui/index'

leavePart({ surveys: surveyRuntime })
