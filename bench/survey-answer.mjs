// Time from a click on a rating to the painted next question, compared with other libraries and a page made by hand.
import { median, repetitions, reportComparison } from './harness.mjs'
import { openComparison } from './support/comparison.mjs'
import { SUBJECTS } from './support/subjects.mjs'
import { QUESTIONS, SURVEY_PATH } from './support/surveys.mjs'

const RUNS = repetitions(5)
/** Time for the work after the first question to finish. */
const SETTLE_MS = 1500
const CONDITIONS = { 'a quarter of the CPU': 4, 'a sixth of the CPU': 6 }
const LIBRARIES = ['earshot', 'posthog', 'formbricks', 'byHand']
const [RATING, NEXT] = QUESTIONS

const comparison = await openComparison(LIBRARIES)

/** Returns where the page has the button of a rating. */
const findRating = ([selector, value]) => {
  const isRating = element => element.value === value || element.textContent.trim() === value
  const element = window.probe.roots
    .flatMap(root => [...root.querySelectorAll(selector)])
    .find(element => isRating(element))
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

async function measure(name, slowdown) {
  const { goto, wait, evaluate, click, painted, close } = await comparison.visit({ slowdown })
  await goto(comparison.sites[name].page + SURVEY_PATH)
  await painted(RATING)
  await wait(SETTLE_MS)
  await click(await evaluate(findRating, [SUBJECTS[name].rating, '9']))
  const paintedAt = await painted(NEXT)
  const clickedAt = await evaluate(() => window.probe.clickedAt)
  await close()
  return paintedAt - clickedAt
}

const rows = []
try {
  for (const [condition, slowdown] of Object.entries(CONDITIONS)) {
    const runs = Object.fromEntries(LIBRARIES.map(name => [name, []]))
    // Interleaved, so that other load on the machine affects all subjects equally.
    for (let run = 0; run < RUNS; run++)
      for (const name of LIBRARIES) runs[name].push(await measure(name, slowdown))
    const cells = LIBRARIES.map(name => [name, median(runs[name])])
    rows.push({
      title: `click on a rating to the next question, ${condition}, ms`,
      ...Object.fromEntries(cells),
    })
  }
} finally {
  await comparison.stop()
}
reportComparison(rows)
