import { PARTS_KEY } from './client/lazyFiles'
import { surveyRuntime } from './surveys/ui/index'

Object.assign(((window as unknown as Record<string, object>)[PARTS_KEY] ??= {}), { surveys: surveyRuntime })
