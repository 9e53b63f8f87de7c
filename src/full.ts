import { installGlobal } from './client/scriptTag'
import { attempt } from './lib/attempt'
import { surveyRuntime } from './surveys/runtime'
import { encoders } from './transport/encoders'

installGlobal(
  { channel: 'cdn', loadSurveys: async () => surveyRuntime, loadEncoders: async () => encoders },
  attempt(() => document.currentScript, null) as HTMLScriptElement | null,
)
