import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Service } from './service'

/** The browser scripts, which the build writes beside the command. */
export const SCRIPT_PATHS = ['', '.full', '-surveys', '-encoders', '-words'].map(part => `/earshot${part}.js`)

/**
 * Adds the browser scripts of a folder to a service, so that the printed snippet works without a CDN. See D-405.
 *
 * @returns A service that answers for scripts that do not exist as before.
 */
export function serveScripts(service: Pick<Service, 'fetch'>, folder: string): Pick<Service, 'fetch'> {
  return {
    fetch: async (input, init, connection) => {
      const script =
        input instanceof Request && input.method === 'GET' ? await readScript(input.url, folder) : undefined
      return script ?? service.fetch(input, init, connection)
    },
  }
}

/** Whether a folder has the script of the snippet. */
export async function hasScript(folder: string): Promise<boolean> {
  return (await readScript('http://localhost/earshot.js', folder)) !== undefined
}

async function readScript(url: string, folder: string): Promise<Response | undefined> {
  const { pathname } = new URL(url)
  if (!SCRIPT_PATHS.includes(pathname)) return undefined
  const text = await readFile(join(folder, pathname), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // The snippet has `crossorigin`, as lazy files have, so the scripts need CORS.
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Access-Control-Allow-Origin': '*',
    'X-Content-Type-Options': 'nosniff',
  }
  return new Response(text, { headers })
}
