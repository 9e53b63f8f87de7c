// What a visitor downloads, beside posthog-js: gzip -9 of the files that each needs for the same thing.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { printRatios } from './lib.mjs'

const ours = fileURLToPath(new URL('../dist', import.meta.url))
const peer = join(dirname(createRequire(import.meta.url).resolve('posthog-js/package.json')), 'dist')
const weight = (folder, ...files) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0) / 1000

printRatios(
  'Weight, kB gzip -9',
  ['for'],
  [
    ['capture and flags', weight(ours, 'earshot.js'), weight(peer, 'array.js')],
    [
      'and a survey on screen',
      weight(ours, 'earshot.js', 'earshot-surveys.js'),
      weight(peer, 'array.js', 'surveys.js'),
    ],
    ['all in one file', weight(ours, 'earshot.full.js'), weight(peer, 'array.full.no-external.js')],
  ],
)
