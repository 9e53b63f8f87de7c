import type { FlagRow } from '../../store/rows'
import { type CompiledFlag, compileFlag } from './compileFlag'

/** Returns a stored flag in its compiled form. */
export type FlagCompiler = (row: FlagRow) => CompiledFlag

/** Creates a compiler that caches by row. A flag that changes gets a new row, so the cache is never outdated. */
export function createFlagCompiler(): FlagCompiler {
  const cache = new WeakMap<FlagRow, CompiledFlag>()
  return row => {
    const cached = cache.get(row)
    if (cached) return cached
    const flag = compileFlag(row)
    cache.set(row, flag)
    return flag
  }
}
