// Download size for the same features, compared with posthog-js, with gzip -9.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { printRatios } from './harness.mjs'

const ours = fileURLToPath(new URL('../dist', import.meta.url))
const peer = join(dirname(createRequire(import.meta.url).resolve('posthog-js/package.json')), 'dist')
const gzipKilobytes = (folder, ...files) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0) / 1000

printRatios(
  'Size, kB with gzip -9',
  ['features'],
  [
    ['capture and flags', gzipKilobytes(ours, 'earshot.js'), gzipKilobytes(peer, 'array.js')],
    [
      'capture, flags and a survey',
      gzipKilobytes(ours, 'earshot.js', 'earshot-surveys.js'),
      gzipKilobytes(peer, 'array.js', 'surveys.js'),
    ],
    [
      'all in one file',
      gzipKilobytes(ours, 'earshot.full.js'),
      gzipKilobytes(peer, 'array.full.no-external.js'),
    ],
  ],
)
