import type { FlagRow } from '../../store/rows'
import { type CompiledFlag, compileFlag } from './compileFlag'

/** Prepares a stored flag for evaluation. */
export type FlagCompiler = (row: FlagRow) => CompiledFlag

/** Compiles a flag the first time that its row is seen: a changed flag is another row. */
export function createFlagCompiler(): FlagCompiler {
  const compiled = new WeakMap<FlagRow, CompiledFlag>()
  return row => {
    const cached = compiled.get(row)
    if (cached) return cached
    const flag = compileFlag(row)
    compiled.set(row, flag)
    return flag
  }
}
