import { lazyPlatform } from './client/lazyFiles'
import { takeOver } from './client/scriptTag'

const tag = document.currentScript as HTMLScriptElement | null
takeOver(lazyPlatform(tag), tag)
