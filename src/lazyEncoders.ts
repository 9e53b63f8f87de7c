import { PARTS_KEY } from './client/lazyFiles'
import { encoders } from './transport/encoders'

Object.assign(((window as unknown as Record<string, object>)[PARTS_KEY] ??= {}), { encoders })
