// First, as in script.ts.
import './surveys/questions/link/answer'
import './surveys/ui/view'
import './surveys/ui/Icon'
import './surveys/ui/styles'
import './surveys/ui/LabelledControl'
import './surveys/ui/mediaQuery'
import './surveys/display/displayManager'
import './surveys/ui/isComposing'
import './surveys/ui/theme'
import './surveys/questions/views'
import './surveys/ui/animateHeight'

import { registerChunk } from './client/chunkRegistry'
import { surveyRuntime } from './surveys/runtime'

registerChunk({ surveys: surveyRuntime })
