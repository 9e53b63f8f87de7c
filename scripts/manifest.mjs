// Writes dist/manifest.json with size and integrity hash of each file and the weight of each entry, the table of sizes in the
// README, the inline script in docs/early-request.md, and the hashes in docs/hosting.md and docs/csp.md.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = process.env.EARSHOT_OUT
const dist = out ?? `${root}dist`
const { version, weights } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))

const files = {}
for (const name of readdirSync(dist, { recursive: true })
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => file.endsWith('.js'))
  .sort()) {
  const bytes = readFileSync(`${dist}/${name}`)
  files[name] = {
    bytes: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes).length,
    integrity: `sha256-${createHash('sha256').update(bytes).digest('base64')}`,
  }
}

/** The files that an entry loads at start: itself and its static imports. */
const loadedBy = entry => {
  const loaded = new Set([entry])
  for (const name of loaded) {
    const code = readFileSync(`${dist}/${name}`, 'utf8')
    for (const [, file] of code.matchAll(/(?:from|import) ?"\.\/([\w-]+\.js)"/g)) loaded.add(file)
  }
  return [...loaded]
}
const weigh = (entry, unit) => loadedBy(entry).reduce((sum, name) => sum + files[name][unit], 0)
const entries = Object.fromEntries(
  Object.keys(weights).map(name => [name, { gzip: weigh(name, 'gzip'), brotli: weigh(name, 'brotli') }]),
)
writeFileSync(`${dist}/manifest.json`, `${JSON.stringify({ version, files, entries }, null, 2)}\n`)

/** The files that sites load. */
const PURPOSES = {
  'earshot.js': 'script tag: event capture, flags, survey targeting',
  'earshot-surveys.js': 'survey UI; loaded before the first survey opens',
  'earshot-encoders.js': 'gzip and lz64 for browsers and services that need them; loaded on demand',
  'earshot-words.js':
    'button texts and messages of surveys in 32 languages; for a survey that is not in English',
  'earshot.full.js': 'all in one file, loads no other code: browser extensions, strict CSP',
  'start.js': 'pasted into pages: sends the first request before `earshot.js` has loaded',
  'index.js': "`import from 'earshot'`, with the chunks it loads at start",
  'surveys.js': "`import from 'earshot/surveys'`, likewise",
  'react.js': "`import from 'earshot/react'`; React and `index.js` are not included",
  'openfeature.js': "`import from 'earshot/openfeature'`, likewise",
}
/** Replaces what stands between the markers of a document. */
function writeSection(file, name, text) {
  const document = readFileSync(`${root}${file}`, 'utf8')
  const section = new RegExp(`(<!-- ${name}[^>]*-->\n)[\\s\\S]*?(<!-- /${name} -->)`)
  writeFileSync(
    `${root}${file}`,
    document.replace(section, (_, start, end) => `${start}${text}\n${end}`),
  )
}

const kB = bytes => `${(bytes / 1000).toFixed(1)} kB`
const rows = Object.keys(PURPOSES).map(
  name => `| \`${name}\` | ${PURPOSES[name]} | ${kB(entries[name].gzip)} | ${kB(entries[name].brotli)} |`,
)
const table = ['| File | For | gzip -9 | brotli |', '|---|---|---:|---:|', ...rows].join('\n')
const fenced = (code, language = '') => `\`\`\`${language}\n${code}\n\`\`\``

const scripts = [
  'earshot.js',
  'earshot-surveys.js',
  'earshot-encoders.js',
  'earshot-words.js',
  'earshot.full.js',
]
const hashes = [
  '| File | For | `integrity` |',
  '|---|---|---|',
  ...scripts.map(name => `| \`${name}\` | ${PURPOSES[name]} | \`${files[name].integrity}\` |`),
].join('\n')
const attributes = 'data-api-key="phc_your_project_key" data-api-host="https://events.example.com"'
const tag = `<script async crossorigin src="https://cdn.example.com/earshot/${version}/earshot.js"
        integrity="${files['earshot.js'].integrity}"
        ${attributes}></script>`
const sources = scripts.slice(0, 4).map(name => `'${files[name].integrity}'`)
const policy = `Content-Security-Policy: default-src 'none'; script-src ${sources.join(' ')}; connect-src https://events.example.com; require-trusted-types-for 'script'; trusted-types earshot`

// Builds into another folder, as in tests, do not change the documents.
if (!out) {
  writeSection('README.md', 'weights', table)
  const inline = readFileSync(`${dist}/start.js`, 'utf8')
  writeSection('docs/early-request.md', 'start', fenced(`<script ${attributes}>${inline}</script>`, 'html'))
  writeSection('docs/early-request.md', 'hash', fenced(`script-src '${files['start.js'].integrity}'`))
  writeSection('docs/hosting.md', 'files', hashes)
  writeSection('docs/hosting.md', 'tag', fenced(tag, 'html'))
  writeSection('docs/csp.md', 'hashes', fenced(policy))
}
