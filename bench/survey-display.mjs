// Cost of surveys in a browser, compared with posthog-js: until one is visible, while it is visible, per navigation and per
// captured event, with 1 to 1,000 surveys. survey-evaluation.mjs measures the evaluation only.
import { median, openBench, printRatios, repetitions } from './harness.mjs'

const COUNTS = [1, 10, 100, 1000]
const ROUNDS = repetitions(3)
const NAVIGATIONS = 20
const EVENTS = 100
/** Includes at least one poll of posthog-js, which evaluates surveys once a second. */
const WINDOW_MS = 1000
/** Time for the page load to finish. */
const SETTLE_MS = 300
/** Time for all captured events to be sent, so that the page is idle. */
const IDLE_MS = 3000
const TIMEOUT_MS = 15_000

const QUESTION = 'What could we do better?'
/** A page that matches the last survey, and a page that matches none. */
const SURVEY_PATH = '/with-survey'
const OTHER_PATH = '/without-survey'

/** All surveys have a URL condition, every third an event trigger. Only the last one matches a visited page. */
const surveysOf = count =>
  Array.from({ length: count }, (_, i) => {
    const isLast = i === count - 1
    return {
      id: `survey-${i}`,
      name: `Survey ${i}`,
      type: 'popover',
      schedule: 'once',
      start_date: '2025-01-01T00:00:00Z',
      end_date: null,
      questions: [{ id: `question-${i}`, type: 'open', question: QUESTION }],
      conditions: {
        url: isLast ? SURVEY_PATH : `/products/${i}/`,
        urlMatchType: 'icontains',
        ...(!isLast && i % 3 === 0 && { events: { values: [{ name: `event-${i}` }] } }),
      },
      appearance: {},
    }
  })

const SUBJECTS = {
  earshot: { script: '/dist/earshot.full.js', global: 'earshot', host: '/earshot' },
  posthog: { script: '/posthog/array.full.no-external.js', global: 'posthog', host: '' },
}

let surveys = []
const flags = { flags: {}, errorsWhileComputingFlags: false, supportedCompression: ['gzip', 'gzip-js'] }
const bench = await openBench({
  // Earshot receives surveys with the flags. posthog-js requests them when its configuration says that there are some.
  '/earshot/flags': () => ({ ...flags, surveys }),
  '/flags': () => flags,
  '/array/': () => ({ supportedCompression: ['gzip', 'gzip-js'], hasFeatureFlags: false, surveys: true }),
  '/api/surveys': () => ({ surveys }),
})

/** Measures the browser's own `pushState`, which takes longer and varies more than the libraries. Runs in every page first. */
function timeHistory() {
  const { pushState } = History.prototype
  window.historyMs = 0
  History.prototype.pushState = function (...args) {
    const start = performance.now()
    pushState.apply(this, args)
    window.historyMs += performance.now() - start
  }
}

/** Loads the library and waits for the question. Runs in every page before its content. */
function loadLibrary({ script, global, host, question, surveyPath }) {
  const visibleIn = root =>
    [...root.querySelectorAll('*')].some(
      element =>
        (element.shadowRoot && visibleIn(element.shadowRoot)) ||
        (element.children.length === 0 &&
          element.textContent.trim().startsWith(question) &&
          element.getBoundingClientRect().height > 0 &&
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true })),
    )
  window.isQuestionVisible = () => visibleIn(document)
  // Checks each frame, because observers do not see changes inside shadow roots. Stops when found, because checking costs time.
  const checkFrame = () => {
    if (!window.isQuestionVisible()) return requestAnimationFrame(checkFrame)
    window.visibleAt = performance.now()
  }
  if (location.pathname === surveyPath) requestAnimationFrame(checkFrame)
  document.addEventListener('DOMContentLoaded', () => {
    const element = document.createElement('script')
    element.src = script
    element.onload = () => {
      const client = window[global]
      client.init('phc_bench', {
        api_host: location.origin + host,
        autocapture: false,
        capture_pageview: false,
        capture_pageleave: false,
        capture_performance: false,
        capture_dead_clicks: false,
        capture_heatmaps: false,
        disable_session_recording: true,
        rate_limiting: { events_per_second: 1e6, events_burst_limit: 1e6 },
      })
      client.onSurveysLoaded(list => {
        window.loadedSurveys = list.length
      })
    }
    document.head.append(element)
  })
}

/** @returns A function that measures the main-thread milliseconds of some work: all tasks, and script only. */
async function mainThreadOf(page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value * 1000]))
  }
  return async work => {
    const [before, start] = [await read(), performance.now()]
    await work()
    const seconds = (performance.now() - start) / 1000
    const after = await read()
    return {
      task: after.TaskDuration - before.TaskDuration,
      script: after.ScriptDuration - before.ScriptDuration,
      seconds,
    }
  }
}

/**
 * Navigates within the page and waits for the rest of the second.
 *
 * @returns Main-thread milliseconds without the browser's own `pushState`.
 */
async function navigate(page, mainThread) {
  const spent = await mainThread(() =>
    page.evaluate(
      ({ navigations, path, windowMs }) =>
        new Promise(resolve => {
          const end = performance.now() + windowMs
          let done = 0
          // Each navigation is a task of its own, as with a visitor. Timers, because promise callbacks are not counted as script.
          const next = () => {
            if (done === navigations) return setTimeout(resolve, end - performance.now())
            done++
            history.pushState(null, '', `${path}/${done}`)
            setTimeout(next, 20)
          }
          setTimeout(next, 0)
        }),
      { navigations: NAVIGATIONS, path: OTHER_PATH, windowMs: WINDOW_MS },
    ),
  )
  const historyMs = await page.evaluate(() => window.historyMs)
  return { task: spent.task - historyMs, script: spent.script - historyMs }
}

/** Measures the page without a library. */
async function measureBaseline() {
  const { page, close } = await bench.visit()
  const mainThread = await mainThreadOf(page)
  await page.addInitScript(timeHistory)
  await page.goto(bench.base + OTHER_PATH)
  await page.waitForTimeout(SETTLE_MS)
  const idle = await mainThread(() => page.waitForTimeout(WINDOW_MS))
  const navigations = await navigate(page, mainThread)
  await close()
  return {
    idleTask: idle.task / idle.seconds,
    idleScript: idle.script / idle.seconds,
    navigationTask: navigations.task,
    navigationScript: navigations.script,
  }
}

async function measure({ script, global, host }) {
  const { page, close } = await bench.visit()
  const mainThread = await mainThreadOf(page)
  await page.addInitScript(timeHistory)
  await page.addInitScript(loadLibrary, { script, global, host, question: QUESTION, surveyPath: SURVEY_PATH })

  await page.goto(bench.base + SURVEY_PATH)
  await page.waitForFunction(() => window.visibleAt, undefined, { timeout: TIMEOUT_MS, polling: 100 })
  const visible = await page.evaluate(() => window.visibleAt)
  await page.waitForTimeout(IDLE_MS)
  const idle = await mainThread(() => page.waitForTimeout(WINDOW_MS))

  await page.goto(bench.base + OTHER_PATH)
  await page.waitForFunction(() => window.loadedSurveys !== undefined, undefined, {
    timeout: TIMEOUT_MS,
    polling: 100,
  })
  await page.waitForTimeout(SETTLE_MS)
  const loaded = await page.evaluate(() => window.loadedSurveys)
  if (loaded !== surveys.length) throw new Error(`${global} loaded ${loaded} of ${surveys.length} surveys.`)
  const navigations = await navigate(page, mainThread)
  const captured = await page.evaluate(
    ({ global, events }) => {
      const start = performance.now()
      for (let i = 0; i < events; i++) window[global].capture('event without a trigger', { plan: 'pro' })
      return ((performance.now() - start) * 1000) / events
    },
    { global, events: EVENTS },
  )
  if (await page.evaluate(() => window.isQuestionVisible()))
    throw new Error(`${global} showed a survey on a page that does not match.`)
  await close()
  return {
    visible,
    idleTask: idle.task / idle.seconds,
    idleScript: idle.script / idle.seconds,
    navigationTask: navigations.task,
    navigationScript: navigations.script,
    captured,
  }
}

const TABLES = {
  visible: 'Time from navigation to the visible question, ms',
  idleTask: 'Idle with a visible survey, all tasks, ms per second',
  idleScript: 'Idle with a visible survey, script only, ms per second',
  navigationTask: `${NAVIGATIONS} client-side navigations, all tasks without pushState, ms`,
  navigationScript: `${NAVIGATIONS} client-side navigations, script only without pushState, ms`,
  captured: 'Captured event that triggers no survey, µs',
}
const rows = Object.fromEntries(Object.keys(TABLES).map(metric => [metric, []]))
const baseline = []
try {
  for (const count of COUNTS) {
    surveys = surveysOf(count)
    const runs = { earshot: [], posthog: [] }
    for (let round = 0; round < ROUNDS; round++) {
      // The number of surveys does not matter without a library, so once is enough.
      if (count === COUNTS[0]) baseline.push(await measureBaseline())
      for (const [name, subject] of Object.entries(SUBJECTS)) runs[name].push(await measure(subject))
    }
    for (const metric of Object.keys(TABLES)) {
      const medianOf = name => median(runs[name].map(run => run[metric]))
      rows[metric].push([count, medianOf('earshot'), medianOf('posthog')])
    }
  }
} finally {
  await bench.stop()
}
for (const [metric, title] of Object.entries(TABLES)) {
  const withoutLibrary = median(baseline.map(run => run[metric] ?? Number.NaN))
  const isKnown = !Number.isNaN(withoutLibrary)
  printRatios(
    isKnown ? `${title} (${withoutLibrary.toFixed(2)} without a library)` : title,
    ['surveys'],
    rows[metric],
  )
}
