/**
 * Says what a bundle weighs and where the weight is: `node scripts/weigh.mjs src/lazySurveys.ts [folder]`.
 *
 * The bundle is made as the build makes it, in memory. The cost of a module is what the compressed file loses when what the
 * module has become is left out of it: words that others use as well are not its cost, so the costs add up to less than the whole.
 */
import { SourceMap } from 'node:module'
import { relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rollup } from 'rollup'
import bundles from '../rollup.config.mjs'

const [entry = 'src/lazySurveys.ts', folder = ''] = process.argv.slice(2)
const { plugins } = bundles.find(({ input }) => input === entry) ?? bundles[0]

const weigh = text => gzipSync(text, { level: 9 }).length

const bundle = await rollup({ input: entry, plugins })
const { output } = await bundle.generate({
  format: 'iife',
  sourcemap: true,
  inlineDynamicImports: true,
  file: 'bundle.js',
})
const { code, map } = output[0]

/** Which module each character of the bundle comes from. */
function origins() {
  const found = new SourceMap(map)
  return code
    .split('\n')
    .map((line, row) => [...line].map((_, column) => found.findEntry(row, column).originalSource))
}

const owners = origins().flatMap(row => [...row, undefined])
const characters = [...code]
const isIn = (owner, wanted) => owner !== undefined && relative(process.cwd(), owner).startsWith(wanted)
const without = wanted => characters.filter((_, place) => !isIn(owners[place], wanted)).join('')

const total = weigh(code)
const rows = [...new Set(owners)]
  .filter(owner => owner !== undefined)
  .map(owner => relative(process.cwd(), owner))
  .filter(module => module.startsWith(folder))
  .map(module => {
    const rest = without(module)
    return { module, minified: code.length - rest.length, gzip: total - weigh(rest) }
  })
  .sort((a, b) => b.gzip - a.gzip)
console.table(rows)
if (folder) console.log(`${folder}: ${total - weigh(without(folder))} bytes`)
console.log(`${entry}: ${code.length} bytes, ${total} with gzip -9`)
