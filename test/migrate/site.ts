import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { textsOf } from '../support/startCli'

/** Returns the files below a folder, by path, as they are on the disk. */
export const readTree = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .map(path => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]),
  )

/** Creates a site in a temporary folder, from a folder or from texts by path. */
export function createSite(files: string | Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-migrate-'))
  if (typeof files === 'string') cpSync(files, folder, { recursive: true })
  else
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text, 'latin1')
    }
  return folder
}

/** Runs the command on a site. */
export const migrate = (...args: string[]) => textsOf(['migrate', ...args])
