// First, as in script.ts.
import './surveys/ui/styles'

import { registerChunk } from './client/chunkRegistry'
import { surveyRuntime } from './surveys/runtime'

registerChunk({ surveys: surveyRuntime })
