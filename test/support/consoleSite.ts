import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { createService, type Service, type ServiceOptions } from '../../src/server'
import { serve } from '../../src/server/node'
import { readConsole, serveConsole } from '../../src/server/serveConsole'

const source = resolve(import.meta.dirname, '../../src/console')

/** A service with its console at `/`. */
export interface ConsoleSite {
  url: string
  service: Service
  stop(): Promise<unknown>
}

let built: Promise<string> | undefined
/** Builds the console of the sources. Returns the folder, which looks like that of a build. */
function buildConsole(): Promise<string> {
  built ??= (async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-console-'))
    await build({
      entryPoints: ['main.tsx', 'console.css'].map(file => ({ in: join(source, file), out: 'console' })),
      bundle: true,
      outdir: join(folder, 'console'),
      format: 'esm',
      jsx: 'automatic',
      jsxImportSource: 'preact',
    })
    await copyFile(join(source, 'index.html'), join(folder, 'console/index.html'))
    return folder
  })()
  return built
}

/** Starts a service with the console of the sources. With a demo key, the console signs in by itself. */
export async function startConsoleSite(options: ServiceOptions, demoKey?: string): Promise<ConsoleSite> {
  const files = await readConsole(await buildConsole(), demoKey)
  const service = createService(options)
  const { url, stop } = await serve(serveConsole(service, files!), { port: 0 })
  return { url, service, stop }
}
