// Cost of survey evaluation with 1 to 1,000 surveys that have URL conditions, event triggers and flags: per navigation, and per
// captured event with and without a matching trigger. It needs no browser, because evaluation does not use the document.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { median, repetitions } from './harness.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'))
const COUNTS = [1, 10, 100, 1000]
const ROUNDS = repetitions(7)

async function load() {
  const outfile = join(folder, 'surveys.mjs')
  const contents = `
    export { createSurveys } from './src/surveys/surveys'
    export { fakeHost } from './test/support/fakeHost'`
  const stdin = { contents, resolveDir: root, loader: 'ts' }
  await build({ stdin, outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' })
  return import(pathToFileURL(outfile).href)
}

/** A third has a URL condition, a third an event trigger with a filter, a third a flag. None matches, as on most pages. */
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

/** Returns the microseconds of a call, as the median of several rounds. */
function time(calls, run) {
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    for (let i = 0; i < calls; i++) run(i)
    rounds.push(((performance.now() - start) * 1000) / calls)
  }
  return median(rounds)
}

const { createSurveys, fakeHost } = await load()
console.log(
  'surveys | loading the list, µs | navigation, µs | event without a trigger, µs | event with a trigger, µs',
)
for (const count of COUNTS) {
  const host = fakeHost({ flags: {} })
  const surveys = createSurveys(host)
  const list = surveysOf(count)
  // The name changes, because loading an unchanged list is a no-op.
  const receive = time(20, i => surveys.receive([{ ...list[0], name: `Survey ${i}` }, ...list.slice(1)]))
  const navigate = time(200, i => host.page.navigate(`/list/products/x${i}`))
  const ignoredEvent = { event: 'button clicked', properties: { plan: 'pro' } }
  const withoutTrigger = time(20_000, () => surveys.onCaptured(ignoredEvent))
  const triggerEvent = { event: 'event-1', properties: { plan: 'pro' } }
  surveys.onCaptured(triggerEvent)
  // Waits for the lazy chunk, which matches triggers.
  await new Promise(resolve => setTimeout(resolve, 20))
  const withTrigger = time(2_000, () => surveys.onCaptured(triggerEvent))
  console.log(
    [count, receive, navigate, withoutTrigger, withTrigger]
      .map(n => (n < 10 ? n.toFixed(2) : n.toFixed(0)))
      .join(' | '),
  )
  surveys.stop()
}
rmSync(folder, { recursive: true })
