import { takeOver } from './client/scriptTag'
import { surveyRuntime } from './surveys/ui/index'
import { encoders } from './transport/encoders'

takeOver(
  { channel: 'cdn', loadSurveys: async () => surveyRuntime, loadEncoders: async () => encoders },
  document.currentScript as HTMLScriptElement | null,
)
