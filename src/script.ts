import { scriptChunkLoader } from './client/scriptChunkLoader'
import { installGlobal, ownScript } from './client/scriptTag'

const script = ownScript()
installGlobal(scriptChunkLoader(script), script)
