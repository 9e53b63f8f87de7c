// Cost of a page load, compared with other libraries and a page made by hand: main-thread time, heap and listeners above an empty
// page, and time, requests and bytes until a survey is visible.
import { median, repetitions, reportComparison } from './harness.mjs'
import { openComparison } from './support/comparison.mjs'
import { RATING, SURVEY_PATH } from './support/surveys.mjs'

const RUNS = repetitions(5)
/** Includes late work: idle callbacks and the requests after the first. */
const SETTLE_MS = 2000

const LIBRARIES = ['earshot', 'posthog', 'formbricks', 'byHand']
const comparison = await openComparison(['empty', 'earshotInline', ...LIBRARIES])

/** Name -> throttling. Work is measured without a slow network, which changes only when it happens. */
const CONDITIONS = {
  'full CPU speed': { slowdown: 1 },
  'a quarter of the CPU': { slowdown: 4 },
  'slow 4G': { slowdown: 1, isSlow4g: true },
  'a quarter of the CPU and slow 4G': { slowdown: 4, isSlow4g: true },
}

/** Measures one visit. The page is not inspected before it is idle, because inspection costs more than the measured work. */
async function measure(name, path, condition) {
  const { goto, wait, evaluate, send, painted, scriptMs, close } = await comparison.visit(condition)
  const before = await scriptMs()
  await goto(comparison.sites[name].page + path)
  const visibleMs = path === SURVEY_PATH && name !== 'empty' ? await painted(RATING) : 0
  if (condition.isSlow4g) {
    await close()
    return { visibleMs }
  }
  await wait(SETTLE_MS)
  const script = (await scriptMs()) - before
  const { blockingMs, sizes } = await evaluate(visibleMs => {
    const loaded = performance
      .getEntriesByType('resource')
      .filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= visibleMs)
    return { blockingMs: window.probe.blockingMs, sizes: loaded.map(entry => entry.encodedBodySize) }
  }, visibleMs)
  await send('HeapProfiler.collectGarbage')
  const { usedSize } = await send('Runtime.getHeapUsage')
  const { jsEventListeners } = await send('Memory.getDOMCounters')
  await close()
  return {
    visibleMs,
    script,
    blockingMs,
    heapMb: usedSize / 2 ** 20,
    listeners: jsEventListeners,
    requests: sizes.length,
    kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000,
  }
}

/** Returns visit -> its runs. Interleaved, so that other load on the machine affects all subjects equally. */
async function runAll(condition) {
  const visits = ['earshotInline', ...LIBRARIES].map(name => [name, name, SURVEY_PATH])
  if (!condition.isSlow4g) {
    visits.push(['empty', 'empty', SURVEY_PATH])
    for (const name of ['earshot', 'posthog']) visits.push([`${name} without a survey`, name, '/'])
  }
  const runs = Object.fromEntries(visits.map(([key]) => [key, []]))
  for (let run = 0; run < RUNS; run++)
    for (const [key, name, path] of visits) runs[key].push(await measure(name, path, condition))
  return runs
}

const runs = {}
try {
  for (const [name, condition] of Object.entries(CONDITIONS)) runs[name] = await runAll(condition)
} finally {
  await comparison.stop()
}

const medianOf = (condition, visit, field) => median(runs[condition][visit].map(run => run[field]))
/** Returns the row of a field, with the value of the empty page subtracted. */
const aboveEmpty = (title, condition, field, suffix = '') => {
  const empty = medianOf(condition, 'empty', field)
  const cells = LIBRARIES.filter(name => runs[condition][name + suffix]).map(name => [
    name,
    medianOf(condition, name + suffix, field) - empty,
  ])
  return { title, ...Object.fromEntries(cells) }
}
const toVisible = condition => {
  const byHand = medianOf(condition, 'byHand', 'visibleMs')
  const cells = LIBRARIES.map(name => [name, medianOf(condition, name, 'visibleMs') / byHand])
  return {
    title: `navigation to survey visible, ${condition}, ratio to the page by hand (${byHand.toFixed(0)} ms)`,
    ...Object.fromEntries(cells),
  }
}
const toVisibleInline = condition => ({
  title: `the same with the inline start, ${condition}`,
  earshot: medianOf(condition, 'earshotInline', 'visibleMs') / medianOf(condition, 'byHand', 'visibleMs'),
  byHand: 1,
})
const scriptRows = ['full CPU speed', 'a quarter of the CPU'].flatMap(condition => [
  aboveEmpty(`script until settled, ${condition}, ms`, condition, 'script'),
  aboveEmpty(
    `script until settled, page without a survey, ${condition}, ms`,
    condition,
    'script',
    ' without a survey',
  ),
])
reportComparison([
  ...scriptRows,
  aboveEmpty('total blocking time, a quarter of the CPU, ms', 'a quarter of the CPU', 'blockingMs'),
  aboveEmpty('heap above an empty page, MB', 'full CPU speed', 'heapMb'),
  aboveEmpty('event listeners after load, above an empty page', 'full CPU speed', 'listeners'),
  aboveEmpty('requests until the survey is visible', 'full CPU speed', 'requests'),
  aboveEmpty('kB until the survey is visible', 'full CPU speed', 'kilobytes'),
  ...Object.keys(CONDITIONS).flatMap(condition => [toVisible(condition), toVisibleInline(condition)]),
])
