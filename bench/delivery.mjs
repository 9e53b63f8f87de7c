// Events that arrive, and how often, compared with posthog-js: an ordinary visit, and bursts right before a navigation.
import { setTimeout as wait } from 'node:timers/promises'
import { launch, repetitions, reportComparison, USER_AGENT } from './harness.mjs'
import { openSite } from './support/site.mjs'
import { SUBJECTS } from './support/subjects.mjs'

const RUNS = repetitions(3)
const PAGES = 7
/** Shorter than the 3 seconds after which both libraries send, so that most events of a page are sent when it is left. */
const STAY_MS = 1000
/** Longer than those 3 seconds. */
const QUIET_MS = 4500
/** Time for the requests of a closed page to arrive. */
const CLOSE_MS = 500

const LIBRARIES = ['earshot', 'posthog']

/** Waits until the service has received nothing for a while. */
async function untilQuiet(site) {
  for (let count = -1; count !== site.receivedRequests(); ) {
    count = site.receivedRequests()
    await wait(QUIET_MS)
  }
}

async function open(page, site, path, client) {
  await page.goto(site.page + path)
  await page.waitForFunction(client => window[client]?.__loaded, client)
}

/** Visits some pages, with one event on each. */
async function visitPages(page, site, client) {
  for (let number = 1; number <= PAGES; number++) {
    await open(page, site, `/page/${number}`, client)
    await page.evaluate(([client, number]) => window[client].capture('clicked', { number }), [client, number])
    await wait(STAY_MS)
  }
  await untilQuiet(site)
}

/** Captures events, navigates in the same task to a page without the library, and later returns to the first page. */
async function leaveAfter(count, page, site, client) {
  await open(page, site, '/page', client)
  await untilQuiet(site)
  const hasLeft = page.waitForURL('**/other')
  await page.evaluate(
    ([client, count]) => {
      for (let i = 0; i < count; i++) window[client].capture('burst', { i, plan: 'pro', button: 'buy' })
      location.href = '/other'
    },
    [client, count],
  )
  await hasLeft
  await wait(2000)
  await open(page, site, '/page', client)
  await untilQuiet(site)
}

/** Title -> name of the counted events, `undefined` for all, and what the visitor does. */
const SCENARIOS = {
  [`ordinary visit of ${PAGES} pages`]: { run: visitPages },
  '1,000 events, then navigation at once': {
    event: 'burst',
    run: (...args) => leaveAfter(1000, ...args),
  },
  '3,000 events, then navigation at once': {
    event: 'burst',
    run: (...args) => leaveAfter(3000, ...args),
  },
}

async function measure(browser, name, site, { event, run }) {
  const context = await browser.newContext({ userAgent: USER_AGENT })
  const before = site.events().length
  await run(await context.newPage(), site, SUBJECTS[name].global)
  const events = site
    .events()
    .slice(before)
    .filter(received => event === undefined || received.event === event)
  // What the closed page sends belongs to no run.
  await context.close()
  await wait(CLOSE_MS)
  return { received: events.length, distinct: new Set(events.map(({ uuid }) => uuid)).size }
}

const worstFirst = (a, b) => a.distinct - b.distinct || b.received - a.received

/** Returns the median run, and the worst one if it differs: a loss in one run must not hide behind a median. */
function summary(runs) {
  const counts = runs.toSorted(worstFirst).map(({ received, distinct }) => `${received} / ${distinct}`)
  const [worst, middle] = [counts[0], counts[Math.floor(counts.length / 2)]]
  return worst === middle ? middle : `${middle} (worst ${worst})`
}

const browser = await launch()
const sites = await Promise.all(LIBRARIES.map(name => openSite(SUBJECTS[name])))
const rows = []
try {
  for (const [title, scenario] of Object.entries(SCENARIOS)) {
    const runs = Object.fromEntries(LIBRARIES.map(name => [name, []]))
    for (let run = 0; run < RUNS; run++) {
      // At the same time, because most of a run is waiting and counts are no timings.
      await Promise.all(
        LIBRARIES.map(async (name, i) => runs[name].push(await measure(browser, name, sites[i], scenario))),
      )
    }
    const cells = LIBRARIES.map(name => [name, summary(runs[name])])
    rows.push({ title: `${title}: events received / distinct`, ...Object.fromEntries(cells) })
  }
} finally {
  await browser.close()
  for (const site of sites) site.close()
}
reportComparison(rows)
