// What deciding costs: among 1, 10, 100 and 1,000 surveys with URL conditions, event triggers and flags. Time per navigation, per
// captured event that nobody waits for, per captured event that one survey waits for. No browser: deciding touches no document.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'))
const COUNTS = [1, 10, 100, 1000]
const ROUNDS = 7

async function load() {
  const outfile = join(folder, 'surveys.mjs')
  const contents = `
    export { createSurveys } from './src/surveys/surveys'
    export { fakeHost } from './test/support/fakeHost'`
  const stdin = { contents, resolveDir: root, loader: 'ts' }
  await build({ stdin, outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' })
  return import(pathToFileURL(outfile).href)
}

/** A third has a URL, a third a trigger with a filter, a third a flag; none matches, as on most pages. */
const surveysOf = count =>
  Array.from({ length: count }, (_, i) => ({
    id: `survey-${i}`,
    name: `Survey ${i}`,
    type: 'popover',
    start_date: '2025-01-01T00:00:00Z',
    questions: [{ id: `q-${i}`, type: 'open', question: 'Why?' }],
    internal_targeting_flag_key: `survey-targeting-${i}`,
    ...(i % 3 === 0 && {
      conditions: { url: `https://shop\\.test/.*/products/${i}$`, urlMatchType: 'regex' },
    }),
    ...(i % 3 === 1 && {
      conditions: {
        url: '/',
        events: {
          values: [
            { name: `event-${i}`, propertyFilters: { plan: { values: ['never'], operator: 'exact' } } },
          ],
        },
      },
    }),
    ...(i % 3 === 2 && { linked_flag_key: `flag-${i}` }),
  }))

const median = numbers => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** Microseconds of one run, the middle one of several. */
function time(times, run) {
  const found = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    for (let i = 0; i < times; i++) run(i)
    found.push(((performance.now() - start) * 1000) / times)
  }
  return median(found)
}

const { createSurveys, fakeHost } = await load()
console.log(
  'surveys | taking the list, us | navigation, us | event nobody waits for, us | event one waits for, us',
)
for (const count of COUNTS) {
  const host = fakeHost({ flags: {} })
  const surveys = createSurveys(host)
  const list = surveysOf(count)
  // A name that changes, because the same list again costs next to nothing.
  const take = time(20, i => surveys.receive([{ ...list[0], name: `Survey ${i}` }, ...list.slice(1)]))
  const navigate = time(200, i => host.page.go(`/list/products/x${i}`))
  const idle = { event: 'button clicked', properties: { plan: 'pro' } }
  const ignored = time(20_000, () => surveys.onCaptured(idle))
  const heard = { event: 'event-1', properties: { plan: 'pro' } }
  surveys.onCaptured(heard)
  // The acting part arrives, and with it what matches triggers.
  await new Promise(resolve => setTimeout(resolve, 20))
  const awaited = time(2_000, () => surveys.onCaptured(heard))
  console.log(
    [count, take, navigate, ignored, awaited].map(n => (n < 10 ? n.toFixed(2) : n.toFixed(0))).join(' | '),
  )
  surveys.stop()
}
rmSync(folder, { recursive: true })
