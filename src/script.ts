import { scriptChunkLoader } from './client/scriptChunkLoader'
import { installGlobal } from './client/scriptTag'
import { attempt } from './lib/attempt'

const tag = attempt(() => document.currentScript, null) as HTMLScriptElement | null
installGlobal(scriptChunkLoader(tag), tag)
