/**
 * Prints the size of a bundle and of each module in it: `node scripts/moduleSizes.mjs src/surveysChunk.ts [folder]`.
 *
 * The bundle is built in memory with the configuration of the build. The gzip size of a module is the difference in size with and
 * without its code. Strings that other modules share are not part of it, so the sum is smaller than the size of the bundle.
 */
import { SourceMap } from 'node:module'
import { relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rollup } from 'rollup'
import bundles from '../rollup.config.mjs'

const [entry = 'src/surveysChunk.ts', folder = ''] = process.argv.slice(2)
const { plugins } = bundles.find(({ input }) => input === entry) ?? bundles[0]

const gzipSize = text => gzipSync(text, { level: 9 }).length

const bundle = await rollup({ input: entry, plugins })
const { output } = await bundle.generate({
  format: 'iife',
  sourcemap: true,
  inlineDynamicImports: true,
  file: 'bundle.js',
})
const { code, map } = output[0]

/** Returns the source module of each character, line by line. */
function sourceModules() {
  const sourceMap = new SourceMap(map)
  return code
    .split('\n')
    .map((line, row) => [...line].map((_, column) => sourceMap.findEntry(row, column).originalSource))
}

const modules = sourceModules().flatMap(row => [...row, undefined])
const characters = [...code]
const isIn = (module, prefix) => module !== undefined && relative(process.cwd(), module).startsWith(prefix)
const codeWithout = prefix => characters.filter((_, index) => !isIn(modules[index], prefix)).join('')

const total = gzipSize(code)
const rows = [...new Set(modules)]
  .filter(module => module !== undefined)
  .map(module => relative(process.cwd(), module))
  .filter(module => module.startsWith(folder))
  .map(module => {
    const rest = codeWithout(module)
    return { module, minified: code.length - rest.length, gzip: total - gzipSize(rest) }
  })
  .sort((a, b) => b.gzip - a.gzip)
console.table(rows)
if (folder) console.log(`${folder}: ${total - gzipSize(codeWithout(folder))} bytes with gzip -9`)
console.log(`${entry}: ${code.length} bytes, ${total} with gzip -9`)
