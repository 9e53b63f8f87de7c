import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { build } from 'esbuild'

/** Returns the JavaScript of an entry or a chunk; `undefined` when the path is neither. */
export type Bundler = (path: string) => Promise<string | undefined>

/**
 * Creates a bundler for the `main.ts` and `main.tsx` of the examples. It bundles on each request, so that an edit shows after a
 * reload.
 *
 * `earshot` resolves to the files in `dist`: the examples run the published code.
 */
export function createBundler(examples: string, dist: string): Bundler {
  /** Path -> code of the chunks that an entry loads. */
  const chunks = new Map<string, string>()

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
      chunkNames: `${posix.dirname(path).slice(1)}/chunk-[name]-[hash]`,
      jsx: 'automatic',
      jsxImportSource: 'preact',
      define: { 'process.env.NODE_ENV': '"production"' },
      alias: {
        earshot: join(dist, 'index.js'),
        'earshot/react': join(dist, 'react.js'),
        'earshot/server': join(dist, 'server.js'),
        'earshot/surveys': join(dist, 'surveys.js'),
      },
      // A `dist` outside of the repository finds React here.
      nodePaths: [join(examples, '../node_modules')],
      loader: { '.css': 'text' },
      // Chunks in `dist` import other chunks only to preload them, which esbuild would warn about.
      logOverride: { 'ignored-bare-import': 'silent' },
      logLevel: 'warning',
    })
    const entry = path.replace(/\.tsx?$/, '.js')
    for (const { path: file, text } of outputFiles)
      chunks.set(file.slice(examples.length).replaceAll('\\', '/'), text)
    return chunks.get(entry)
  }

  return async path => {
    const isEntry = /^\/[\w-]+\/main\.tsx?$/.test(path) && existsSync(join(examples, path))
    return isEntry ? bundleEntry(path) : chunks.get(path)
  }
}
