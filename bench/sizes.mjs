// Download size for the same features, compared with posthog-js, with gzip -9.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { earshotFolder, posthogFolder, printRatios } from './harness.mjs'

const gzipKilobytes = (folder, ...files) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0) / 1000

printRatios(
  'Size, kB with gzip -9',
  ['features'],
  [
    [
      'capture and flags',
      gzipKilobytes(earshotFolder, 'earshot.js'),
      gzipKilobytes(posthogFolder, 'array.js'),
    ],
    [
      'capture, flags and a survey',
      gzipKilobytes(earshotFolder, 'earshot.js', 'earshot-surveys.js'),
      gzipKilobytes(posthogFolder, 'array.js', 'surveys.js'),
    ],
    [
      'all in one file',
      gzipKilobytes(earshotFolder, 'earshot.full.js'),
      gzipKilobytes(posthogFolder, 'array.full.no-external.js'),
    ],
  ],
)
