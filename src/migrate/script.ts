import { parseScript, type Script } from './ast'
import { createIsClient } from './clientNames'
import { type Changes, joinChanges } from './edits'
import { findMissingMembers } from './memberRule'
import { changeModules } from './moduleRule'
import { changeSettings } from './settingRule'
import { changeSpecifiers } from './specifierRule'

/** Returns the changes of a parsed script. */
export function changeScript(script: Script): Changes {
  const isClient = createIsClient(script.file)
  return joinChanges([
    changeModules(script),
    changeSpecifiers(script),
    changeSettings(script, isClient),
    findMissingMembers(script, isClient),
  ])
}

/**
 * Returns the changes of the text of a script.
 *
 * @param extension Extension of the file, without a dot.
 * @throws SyntaxError with `loc`, for code that cannot be read.
 */
export const changeScriptText = (text: string, extension: string): Changes =>
  changeScript(parseScript(text, extension))
