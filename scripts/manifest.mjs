// Writes dist/manifest.json: size and hash of each file, for pages that pin a file and for the budgets; and the README's table of weights.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = process.env.EARSHOT_OUT
const dist = out ?? `${root}dist`
const { version, weights } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))

const files = {}
for (const name of readdirSync(dist)
  .filter(file => file.endsWith('.js'))
  .sort()) {
  const bytes = readFileSync(`${dist}/${name}`)
  files[name] = {
    bytes: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes).length,
    integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
  }
}
writeFileSync(`${dist}/manifest.json`, `${JSON.stringify({ version, files }, null, 2)}\n`)

const FOR = {
  'earshot.js': 'script tag: capture, flags, which survey shows',
  'earshot-surveys.js': 'what draws a survey; fetched when one is about to open',
  'earshot-encoders.js': 'gzip without waiting, lz64; fetched when the page is idle',
  'earshot.full.js': 'all in one file, no code fetched later: extensions, strict policies',
}
const kB = bytes => `${(bytes / 1000).toFixed(1)} kB`
const rows = Object.keys(weights).map(
  name => `| \`${name}\` | ${FOR[name]} | ${kB(files[name].gzip)} | ${kB(files[name].brotli)} |`,
)
const table = ['| File | For | gzip -9 | brotli |', '|---|---|---:|---:|', ...rows].join('\n')
// A build elsewhere, as the tests make one, is not what the README speaks of.
if (!out) {
  const readme = readFileSync(`${root}README.md`, 'utf8')
  const between = /(<!-- weights[^>]*-->\n)[\s\S]*?(<!-- \/weights -->)/
  writeFileSync(
    `${root}README.md`,
    readme.replace(between, (_, start, end) => `${start}${table}\n${end}`),
  )
}
