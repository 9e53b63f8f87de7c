// What surveys cost a page in a browser, beside posthog-js: until one is visible, while it is on screen, per navigation and per
// captured event. Among 1, 10, 100 and 1,000 of them; bench/surveys.mjs looks at deciding alone.
import { median, openBench, printRatios } from './lib.mjs'

const COUNTS = [1, 10, 100, 1000]
const ROUNDS = 3
const NAVIGATIONS = 20
const EVENTS = 100
/** A second of navigations and whatever follows: posthog-js looks once a second whether a survey is due. */
const WINDOW_MS = 1000
/** Long enough for a start to be over. */
const SETTLE_MS = 300
/** Long enough for what was captured to have been sent: only then does nothing happen. */
const QUIET_MS = 3000
const PATIENCE_MS = 15_000

const QUESTION = 'What could we do better?'
/** Where the last survey is asked, and where none is. */
const ASKED_AT = '/asked-here'
const QUIET_AT = '/quiet'

/** All have a URL, every third waits for an event as well; only the last one matches a page that is visited. */
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
        url: isLast ? ASKED_AT : `/products/${i}/`,
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
  // Ours gets its surveys along with the flags; posthog-js asks for them when its configuration says that there are some.
  '/earshot/flags': () => ({ ...flags, surveys }),
  '/flags': () => flags,
  '/array/': () => ({ supportedCompression: ['gzip', 'gzip-js'], hasFeatureFlags: false, surveys: true }),
  '/api/surveys': () => ({ surveys }),
})

/** Runs in every page first: times the browser's own part of a navigation, which takes far longer than ours and varies more. */
function timeHistory() {
  const { pushState } = History.prototype
  window.historyMs = 0
  History.prototype.pushState = function (...given) {
    const start = performance.now()
    pushState.apply(this, given)
    window.historyMs += performance.now() - start
  }
}

/** Runs in every page before its content: loads the script, and watches for the question. */
function begin({ script, global, host, question, askedAt }) {
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
  // By frame, because neither a shadow tree nor a style tells an observer outside of it; and not after that, because looking costs too.
  const watch = () => {
    if (!window.isQuestionVisible()) return requestAnimationFrame(watch)
    window.visibleAt = performance.now()
  }
  if (location.pathname === askedAt) requestAnimationFrame(watch)
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

/** @returns A function that tells main-thread milliseconds while something happens: all tasks, and script alone. */
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
 * Navigates within the page, and then waits for the rest of the second.
 *
 * @returns Milliseconds of main thread, without the browser's own `pushState`.
 */
async function navigate(page, mainThread) {
  const spent = await mainThread(() =>
    page.evaluate(
      ({ navigations, path, windowMs }) =>
        new Promise(resolve => {
          const end = performance.now() + windowMs
          let done = 0
          // A task of its own for each, as a visitor's would be; by callback, because what follows a promise is not counted as script.
          const next = () => {
            if (done === navigations) return setTimeout(resolve, end - performance.now())
            done++
            history.pushState(null, '', `${path}/${done}`)
            setTimeout(next, 20)
          }
          setTimeout(next, 0)
        }),
      { navigations: NAVIGATIONS, path: QUIET_AT, windowMs: WINDOW_MS },
    ),
  )
  const historyMs = await page.evaluate(() => window.historyMs)
  return { task: spent.task - historyMs, script: spent.script - historyMs }
}

/** The browser's share, on the page with neither script. */
async function measureBare() {
  const { page, close } = await bench.visit()
  const mainThread = await mainThreadOf(page)
  await page.addInitScript(timeHistory)
  await page.goto(bench.base + QUIET_AT)
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
  await page.addInitScript(begin, { script, global, host, question: QUESTION, askedAt: ASKED_AT })

  await page.goto(bench.base + ASKED_AT)
  await page.waitForFunction(() => window.visibleAt, undefined, { timeout: PATIENCE_MS, polling: 100 })
  const visible = await page.evaluate(() => window.visibleAt)
  await page.waitForTimeout(QUIET_MS)
  const idle = await mainThread(() => page.waitForTimeout(WINDOW_MS))

  await page.goto(bench.base + QUIET_AT)
  await page.waitForFunction(() => window.loadedSurveys !== undefined, undefined, {
    timeout: PATIENCE_MS,
    polling: 100,
  })
  await page.waitForTimeout(SETTLE_MS)
  const loaded = await page.evaluate(() => window.loadedSurveys)
  if (loaded !== surveys.length) throw new Error(`${global} has ${loaded} of ${surveys.length} surveys`)
  const navigations = await navigate(page, mainThread)
  const captured = await page.evaluate(
    ({ global, events }) => {
      const start = performance.now()
      for (let i = 0; i < events; i++) window[global].capture('nobody waits for this', { plan: 'pro' })
      return ((performance.now() - start) * 1000) / events
    },
    { global, events: EVENTS },
  )
  if (await page.evaluate(() => window.isQuestionVisible()))
    throw new Error(`${global} asked where it must not`)
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
  visible: 'From the start of the navigation until the question is visible, ms',
  idleTask: 'With a survey on screen and nothing happening, all tasks, ms per second',
  idleScript: 'With a survey on screen and nothing happening, script alone, ms per second',
  navigationTask: `${NAVIGATIONS} client-side navigations, all tasks within a second less pushState itself, ms`,
  navigationScript: `${NAVIGATIONS} client-side navigations, script alone within a second less pushState itself, ms`,
  captured: 'A captured event that no survey waits for, µs',
}
const rows = Object.fromEntries(Object.keys(TABLES).map(what => [what, []]))
const bare = []
try {
  for (const count of COUNTS) {
    surveys = surveysOf(count)
    const runs = { earshot: [], posthog: [] }
    for (let round = 0; round < ROUNDS; round++) {
      // Once is enough: without a script, surveys make no difference.
      if (count === COUNTS[0]) bare.push(await measureBare())
      for (const [name, subject] of Object.entries(SUBJECTS)) runs[name].push(await measure(subject))
    }
    for (const what of Object.keys(TABLES)) {
      const of = name => median(runs[name].map(run => run[what]))
      rows[what].push([count, of('earshot'), of('posthog')])
    }
  }
} finally {
  await bench.stop()
}
for (const [what, title] of Object.entries(TABLES)) {
  const neither = median(bare.map(run => run[what] ?? Number.NaN))
  const isKnown = !Number.isNaN(neither)
  printRatios(
    isKnown ? `${title} (${neither.toFixed(2)} with neither script)` : title,
    ['surveys'],
    rows[what],
  )
}
