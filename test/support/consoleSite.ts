import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { createService, type Service, type ServiceOptions } from '../../src/server'
import { serve } from '../../src/server/node'
import { readConsole, serveConsole } from '../../src/server/serveConsole'

const source = resolve(import.meta.dirname, '../../src')

/** A service with its console at `/`. */
export interface ConsoleSite {
  url: string
  service: Service
  stop(): Promise<unknown>
}

let built: Promise<string> | undefined
/** Builds the console and the editor of the sources. Returns the folder, which looks like that of a build. */
function buildConsole(): Promise<string> {
  built ??= (async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-console-'))
    await build({
      entryPoints: [
        { in: join(source, 'console/main.tsx'), out: 'console' },
        { in: join(source, 'console/console.css'), out: 'console' },
        { in: join(source, 'editor/main.tsx'), out: 'editor' },
        { in: join(source, 'editor/editor.css'), out: 'editor' },
      ],
      alias: {
        'earshot/server': join(source, 'server/index.ts'),
        'earshot/surveys': join(source, 'surveys.ts'),
        earshot: join(source, 'index.ts'),
      },
      bundle: true,
      outdir: join(folder, 'console'),
      format: 'esm',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      minify: true,
    })
    await copyFile(join(source, 'console/index.html'), join(folder, 'console/index.html'))
    await copyFile(join(source, 'editor/editor.html'), join(folder, 'console/editor.html'))
    return folder
  })()
  return built
}

/** Starts a service with the console of the sources. With a demo key, the console signs in by itself. */
export const startConsoleSite = (options: ServiceOptions, demoKey?: string): Promise<ConsoleSite> =>
  serveConsoleOf(createService(options), demoKey)

const files = new Map<string | undefined, ReturnType<typeof readConsole>>()
/** Reads the console once for each key, because that compresses its files. */
function readFiles(demoKey: string | undefined): ReturnType<typeof readConsole> {
  const found = files.get(demoKey) ?? buildConsole().then(folder => readConsole(folder, demoKey))
  files.set(demoKey, found)
  return found
}

/** Serves an existing service with the console of the sources. */
export async function serveConsoleOf(service: Service, demoKey?: string): Promise<ConsoleSite> {
  const { url, stop } = await serve(serveConsole(service, (await readFiles(demoKey))!), { port: 0 })
  return { url, service, stop }
}
