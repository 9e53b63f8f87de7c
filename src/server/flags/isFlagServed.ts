import type { FlagDefinition } from '../../wire/flagDefinition'
import { SURVEY_FLAG_PREFIX } from '../../wire/survey'
import type { RequestRuntime } from './requestRuntime'

/** What a request asks for, beyond who it is about. Interface section 4.3, rules 1 to 4. */
export interface FlagSelection {
  runtime: RequestRuntime | 'all'
  environments: ReadonlySet<string>
  /** True: a request without environments receives no tagged flag either. DECISIONS, "Tags". */
  strictTags: boolean
  /** Undefined: all. */
  keys: ReadonlySet<string> | undefined
  /** True: only the flags that surveys have made. */
  surveysOnly: boolean
}

/** Whether a flag belongs into the answer: it passes every rule. */
export function isFlagServed(flag: FlagDefinition, selection: FlagSelection): boolean {
  if (selection.keys && !selection.keys.has(flag.key)) return false
  if (selection.surveysOnly && !flag.key.startsWith(SURVEY_FLAG_PREFIX)) return false
  return passesTags(flag, selection) && passesRuntime(flag, selection.runtime)
}

function passesTags(flag: FlagDefinition, { environments, strictTags }: FlagSelection): boolean {
  if (flag.evaluation_tags.length === 0) return true
  if (environments.size === 0) return !strictTags
  return flag.evaluation_tags.some(tag => environments.has(tag))
}

function passesRuntime(flag: FlagDefinition, runtime: RequestRuntime | 'all'): boolean {
  const required = flag.evaluation_runtime?.toLowerCase()
  if ((required !== 'client' && required !== 'server') || runtime === 'all') return true
  return required === runtime
}
