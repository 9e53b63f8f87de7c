import type { Script } from './ast'
import { createIsClient } from './clientNames'
import { type Changes, joinChanges } from './edits'
import { findMissingMembers } from './memberRule'
import { changeModules } from './moduleRule'
import { changeSettings } from './settingRule'
import { changeScriptUrls } from './snippet'
import { changeSpecifiers } from './specifierRule'

/**
 * Returns the changes of a parsed script.
 *
 * @param scriptUrl The URL of `earshot.js`, for code that loads the script of posthog-js.
 */
export function changeScript(script: Script, scriptUrl: string): Changes {
  const isClient = createIsClient(script.file)
  return joinChanges([
    changeModules(script),
    changeSpecifiers(script),
    changeSettings(script, isClient),
    findMissingMembers(script, isClient),
    changeScriptUrls(script, scriptUrl),
  ])
}
