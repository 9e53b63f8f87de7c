import { BaseSequencer } from 'vitest/node'

/** The files that take longest, in that order. A fresh clone has no durations, and sizes say little. */
const LONGEST = [
  'dist/build',
  'nodes/nodes',
  'examples/preview',
  'engines/engines',
  'browser/console',
  'browser/clientSurveys',
  'examples/script-tag',
  'browser/consolePages',
]

const rank = ({ moduleId }) => {
  const index = LONGEST.findIndex(name => moduleId.endsWith(`/${name}.test.ts`))
  return index < 0 ? LONGEST.length : index
}

/** Starts the longest files first, so that the run does not end with one of them alone. Vitest sorts within a project only. */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}
