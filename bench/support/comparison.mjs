import { launch, USER_AGENT } from '../harness.mjs'
import { probe } from './probe.mjs'
import { openSite } from './site.mjs'
import { SUBJECTS } from './subjects.mjs'
import { QUESTIONS, RATING, SURVEY_PATH } from './surveys.mjs'

const TIMEOUT_MS = 30_000
/** "Slow 4G" of the developer tools. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 750e3 / 8,
}

/** Opens a page of a new visitor, which `probe` observes. */
async function openVisit(browser, { slowdown = 1, isSlow4g = false } = {}) {
  const context = await browser.newContext({ userAgent: USER_AGENT, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const painted = new Map()
  const waiting = new Map()
  for (const domain of ['Performance', 'HeapProfiler', 'Runtime', 'Network'])
    await devtools.send(`${domain}.enable`)
  // A binding, because asking the page whether it is done would cost main-thread time.
  await devtools.send('Runtime.addBinding', { name: 'onProbe' })
  devtools.on('Runtime.bindingCalled', ({ payload }) => {
    painted.set(payload, true)
    waiting.get(payload)?.()
  })
  await page.addInitScript(probe, QUESTIONS)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (isSlow4g) await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  return {
    page,
    devtools,
    /** Returns when the text was painted, in milliseconds since the navigation. */
    async painted(text) {
      if (!painted.has(text)) {
        await new Promise((resolve, reject) => {
          const timeout = setTimeout(reject, TIMEOUT_MS, new Error(`bench: "${text}" did not appear.`))
          waiting.set(text, () => resolve(clearTimeout(timeout)))
        })
      }
      return page.evaluate(text => window.probe.paintedAt[text], text)
    },
    async scriptMs() {
      const { metrics } = await devtools.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'ScriptDuration').value * 1000
    },
    close: () => context.close(),
  }
}

/**
 * Starts a browser and the site of each subject. Each survey is shown once before anything is measured, so that the first subject
 * does not pay for starting the browser or for compressing files.
 *
 * @param names Keys of `SUBJECTS`.
 */
export async function openComparison(names) {
  const browser = await launch()
  const sites = {}
  for (const name of names) {
    const site = await openSite(SUBJECTS[name])
    sites[name] = site
    if (name === 'empty') continue
    const visit = await openVisit(browser)
    await visit.page.goto(site.page + SURVEY_PATH)
    await visit.painted(RATING)
    await visit.close()
  }
  return {
    sites,
    visit: options => openVisit(browser, options),
    async stop() {
      await browser.close()
      for (const site of Object.values(sites)) site.close()
    },
  }
}
