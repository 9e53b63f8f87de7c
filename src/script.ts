import { takeOver } from './client/scriptTag'
import { lazyPlatform } from './client/lazyFiles'

const tag = document.currentScript as HTMLScriptElement | null
takeOver(lazyPlatform(tag), tag)
