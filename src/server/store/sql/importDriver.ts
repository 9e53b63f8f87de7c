import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Imports a driver that the user has installed: beside this package, or in the current folder, because `npx` runs this
 * package from a folder of its own.
 *
 * @throws Error with `hint` when it is in neither place.
 */
export async function importDriver<M>(name: string, hint: string): Promise<M> {
  const here = pathToFileURL(join(process.cwd(), 'package.json'))
  const resolvers = [createRequire(import.meta.url), createRequire(here)]
  for (const { resolve } of resolvers) {
    let path: string
    try {
      path = resolve(name)
    } catch {
      // Not installed there.
      continue
    }
    return import(pathToFileURL(path).href)
  }
  throw new Error(`earshot.openStore: ${hint}`)
}
