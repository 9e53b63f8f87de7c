import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { build } from 'esbuild'

/** What `path` holds as JavaScript; `undefined` when it is no module of the examples. */
export type Bundle = (path: string) => Promise<string | undefined>

/**
 * Bundles a page's `main.ts` or `main.tsx` when it is asked for, so that an edit shows at the next reload. `earshot` is what
 * is in `dist`: the examples run what a site gets by `npm install`.
 */
export function createBundles(examples: string, dist: string): Bundle {
  /** Address -> code of the parts that a page loads later. */
  const parts = new Map<string, string>()

  const bundleEntry = async (path: string): Promise<string | undefined> => {
    const { outputFiles } = await build({
      absWorkingDir: examples,
      entryPoints: [`.${path}`],
      bundle: true,
      write: false,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      outdir: examples,
      outbase: examples,
      chunkNames: `${posix.dirname(path).slice(1)}/part-[name]-[hash]`,
      jsx: 'automatic',
      jsxImportSource: 'preact',
      define: { 'process.env.NODE_ENV': '"production"' },
      alias: {
        earshot: join(dist, 'index.js'),
        'earshot/server': join(dist, 'server.js'),
        'earshot/surveys': join(dist, 'surveys.js'),
      },
      loader: { '.css': 'text' },
      // A part of `dist` that names another one only to have it fetched early is no mistake.
      logOverride: { 'ignored-bare-import': 'silent' },
      logLevel: 'warning',
    })
    const entry = path.replace(/\.tsx?$/, '.js')
    for (const { path: file, text } of outputFiles)
      parts.set(file.slice(examples.length).replaceAll('\\', '/'), text)
    return parts.get(entry)
  }

  return async path => {
    const isEntry = /^\/[\w-]+\/main\.tsx?$/.test(path) && existsSync(join(examples, path))
    return isEntry ? bundleEntry(path) : parts.get(path)
  }
}
