import { registerChunk } from './client/chunkRegistry'
import { surveyRuntime } from './surveys/runtime'

registerChunk({ surveys: surveyRuntime })
