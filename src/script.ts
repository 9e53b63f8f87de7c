// First, because minified names are given in order: what is used often, as lib is, leaves the shortest to variables. See D-741.
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

import { scriptChunkLoader } from './client/scriptChunkLoader'
import { installGlobal, ownScript } from './client/scriptTag'

const script = ownScript()
installGlobal(scriptChunkLoader(script), script)
