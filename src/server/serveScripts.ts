import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Service } from './service'

/** The browser scripts, which the build writes beside the command. */
export const SCRIPT_PATHS = ['', '.full', '-surveys', '-encoders', '-words'].map(part => `/earshot${part}.js`)

/** The scripts by path. All replies share their bytes. See D-750. */
export type Scripts = ReadonlyMap<string, Buffer<ArrayBuffer>>

/** Reads the browser scripts of a folder. Those that do not exist are left out. */
export async function readScripts(folder: string): Promise<Scripts> {
  const scripts = new Map<string, Buffer<ArrayBuffer>>()
  for (const path of SCRIPT_PATHS) {
    const bytes = await readFile(join(folder, path)).catch(() => undefined)
    if (bytes) scripts.set(path, bytes)
  }
  return scripts
}

/** Adds browser scripts to a service, so that the printed snippet works without a CDN. See D-405. */
export function serveScripts(service: Pick<Service, 'fetch'>, scripts: Scripts): Pick<Service, 'fetch'> {
  return {
    fetch: async (input, init, connection) => {
      const script =
        input instanceof Request && input.method === 'GET'
          ? scripts.get(new URL(input.url).pathname)
          : undefined
      return script ? new Response(script, { headers: HEADERS }) : service.fetch(input, init, connection)
    },
  }
}

/** The snippet has `crossorigin`, as lazy files have, so the scripts need CORS. */
const HEADERS = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
}
