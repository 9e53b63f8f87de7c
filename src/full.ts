import { installGlobal, ownScript } from './client/scriptTag'
import { surveyRuntime } from './surveys/runtime'
import { encoders } from './transport/encoders'

installGlobal(
  { channel: 'cdn', loadSurveys: async () => surveyRuntime, loadEncoders: async () => encoders },
  ownScript(),
)
