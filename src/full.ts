// First, as in script.ts.
import './persistence/keys'
import './flags/earlyAccess'
import './client/unsupported'
import './capture/device'
import './capture/bots'
import './surveys/surveys'
import './client/registeredProperties'
import './client/apiUrl'
import './capture/outbox'
import './persistence/browserStores'
import './persistence/record'

import { loadedChunks, registerChunk } from './client/chunkRegistry'
import { installGlobal, ownScript } from './client/scriptTag'
import { surveyRuntime } from './surveys/runtime'
import { encoders } from './transport/encoders'

registerChunk({ surveys: surveyRuntime, encoders })
installGlobal(
  {
    channel: 'cdn',
    async load(name) {
      const chunk = loadedChunks()[name]
      if (!chunk) throw new Error(`add a tag for earshot-${name}.js`)
      return chunk
    },
  },
  ownScript(),
)
