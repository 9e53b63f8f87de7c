import type { FlagDefinition } from '../../wire/flagDefinition'
import { SURVEY_FLAG_PREFIX } from '../../wire/survey'
import type { RequestRuntime } from './requestRuntime'

/** The parts of a request that select flags. Interface section 4.3, rules 1 to 4. */
export interface FlagSelection {
  runtime: RequestRuntime | 'all'
  environments: ReadonlySet<string>
  /** Whether a request without environments receives no tagged flags. See D-281. */
  strictTags: boolean
  /** The keys to return; undefined for all. */
  keys: ReadonlySet<string> | undefined
  /** Whether only the flags of surveys are requested. */
  surveysOnly: boolean
}

/** Whether a flag is inactive or deleted. With fields of another shape it is neither, and `compileFlag` lets it fail. See D-731. */
export function isFlagOff({ active, deleted }: FlagDefinition): boolean {
  return active === false || deleted === true
}

/** Whether a flag is part of the reply to a request. */
export function isFlagServed(flag: FlagDefinition, selection: FlagSelection): boolean {
  if (selection.keys && !selection.keys.has(flag.key)) return false
  if (selection.surveysOnly && !flag.key.startsWith(SURVEY_FLAG_PREFIX)) return false
  return passesTags(flag, selection) && passesRuntime(flag, selection.runtime)
}

/** Tags or a runtime of a wrong shape pass: `compileFlag` lets such a flag fail, which the reply then says. */
function passesTags(
  { evaluation_tags }: FlagDefinition,
  { environments, strictTags }: FlagSelection,
): boolean {
  if (!Array.isArray(evaluation_tags) || evaluation_tags.length === 0) return true
  if (environments.size === 0) return !strictTags
  return evaluation_tags.some(tag => environments.has(tag))
}

/** Whether a flag is for the runtime of a request. Interface section 4.3, rule 3. */
function passesRuntime(flag: FlagDefinition, runtime: RequestRuntime | 'all'): boolean {
  const required = String(flag.evaluation_runtime).toLowerCase()
  if ((required !== 'client' && required !== 'server') || runtime === 'all') return true
  return required === runtime
}
