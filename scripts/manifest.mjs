// Writes dist/manifest.json: size and hash of each file, for the README, for pages that pin a file, and for the budgets.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const dist = process.env.EARSHOT_OUT ?? 'dist'
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

const files = {}
for (const name of readdirSync(dist).filter(file => file.endsWith('.js')).sort()) {
  const bytes = readFileSync(`${dist}/${name}`)
  files[name] = {
    bytes: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes).length,
    integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
  }
}
writeFileSync(`${dist}/manifest.json`, `${JSON.stringify({ version, files }, null, 2)}\n`)
