import { launchUninspected } from './browser.mjs'
import { probe } from './probe.mjs'
import { openSite } from './site.mjs'
import { SUBJECTS } from './subjects.mjs'
import { QUESTIONS, RATING, SURVEY_PATH } from './surveys.mjs'

const TIMEOUT_MS = 30_000
/** Asking the page costs main-thread time, so seldom. */
const POLL_MS = 200
/** "Slow 4G" of the developer tools. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 750e3 / 8,
}

/** Opens a page of a new visitor, which `probe` observes. */
async function openVisit(browser, { slowdown, isSlow4g = false } = {}) {
  const page = await browser.open(probe, QUESTIONS, { slowdown, network: isSlow4g ? SLOW_4G : undefined })
  return {
    ...page,
    /** Returns when the text was painted, in milliseconds since the navigation. */
    async painted(text) {
      for (let waited = 0; waited < TIMEOUT_MS; waited += POLL_MS) {
        const paintedAt = await page.evaluate(text => window.probe?.paintedAt[text], text)
        if (paintedAt) return paintedAt
        await page.wait(POLL_MS)
      }
      throw new Error(`bench: "${text}" did not appear.`)
    },
    scriptMs: async () => (await page.metric('ScriptDuration')) * 1000,
  }
}

/**
 * Starts a browser and the site of each subject. Each survey is shown once before anything is measured, so that the first subject
 * does not pay for starting the browser or for compressing files.
 *
 * @param names Keys of `SUBJECTS`.
 */
export async function openComparison(names) {
  const browser = await launchUninspected()
  const sites = {}
  for (const name of names) {
    const site = await openSite(SUBJECTS[name])
    sites[name] = site
    if (name === 'empty') continue
    const visit = await openVisit(browser)
    await visit.goto(site.page + SURVEY_PATH)
    await visit.painted(RATING)
    await visit.close()
  }
  return {
    sites,
    visit: options => openVisit(browser, options),
    async stop() {
      await browser.stop()
      for (const site of Object.values(sites)) site.close()
    },
  }
}
