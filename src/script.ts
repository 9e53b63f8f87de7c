import { scriptChunkLoader } from './client/scriptChunkLoader'
import { installGlobal } from './client/scriptTag'

const tag = document.currentScript as HTMLScriptElement | null
installGlobal(scriptChunkLoader(tag), tag)
