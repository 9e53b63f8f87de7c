import { type CapturedEvent, FLAG_CALLED, IDENTIFY, PAGEVIEW } from '../../../wire/event'
import type { FlagValue } from '../../../wire/flag'
import type { SurveySeed } from '../../options'
import { createVisit, type Visit } from './createVisit'
import {
  createTexts,
  feedbackOutcome,
  type NextText,
  npsOutcome,
  type Outcome,
  offlineOutcome,
  type Situation,
  supportOutcome,
} from './demoAnswers'
import type { DemoPerson } from './demoPeople'
import { DEMO_DAYS, DEMO_SURVEYS } from './demoSurveys'
import type { Random } from './random'
import { surveyEvents } from './surveyEvents'
import { recentTimes, visitTimes } from './visitTimes'

/** Everything that the events of the demonstration follow from. */
export interface DemoInput {
  random: Random
  /** Epoch ms. */
  now: number
  people: DemoPerson[]
  surveys: SurveySeed[]
  /** Distinct id -> the flags that the service evaluates for it. */
  flags: ReadonlyMap<string, Record<string, FlagValue>>
}

type DemoSurvey = keyof typeof DEMO_DAYS

const OUTCOMES: Record<DemoSurvey, (situation: Situation) => Outcome> = {
  nps: npsOutcome,
  support: supportOutcome,
  offline: offlineOutcome,
  feedback: feedbackOutcome,
}

const PATHS = ['/', '/map', '/map', '/map', '/routes', '/routes/new', '/huts', '/pricing', '/settings']
const ACTIONS = ['route saved', 'route saved', 'route exported', 'search used']

/** Visits in the last hour. */
const RECENT_VISITS = 14
const HOUR_MS = 3_600_000

/** Returns a month of events, oldest first. The same input gives the same events. */
export function createDemoEvents(input: DemoInput): CapturedEvent[] {
  const { random, now, people } = input
  const nextText = createTexts(random)
  const recent = recentTimes(random, { now, count: RECENT_VISITS })
  const events: CapturedEvent[] = []
  for (const [index, person] of people.entries()) {
    const asked = new Set<DemoSurvey>()
    const times = [
      ...visitTimes(random, { now: now - HOUR_MS, count: person.visits }),
      ...recent.slice(index, index + 1),
    ]
    for (const [number, start] of times.entries()) {
      const visit = createVisit({ random, now, person, start, add: event => events.push(event) })
      browse(input, { visit, person, isFirst: number === 0 })
      const survey = surveyOfVisit(random, { visit, isFirst: number === 0, asked })
      if (survey) answer(input, { visit, person, survey, nextText })
    }
  }
  return events.sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1))
}

/** Signs in, and looks at some pages. */
function browse(
  { random, flags }: DemoInput,
  { visit, person, isFirst }: { visit: Visit; person: DemoPerson; isFirst: boolean },
): void {
  const { distinctId, anonymousId, properties } = person
  if (distinctId && !isFirst) visit.signIn(distinctId)
  visit.capture(
    PAGEVIEW,
    isFirst ? { $referrer: random.pick(['https://www.google.com/', '$direct']) } : {},
    0,
  )
  if (distinctId && isFirst) {
    visit.signIn(distinctId)
    visit.capture(IDENTIFY, { $anon_distinct_id: anonymousId, $set: properties })
  }
  for (const [flag, value] of Object.entries(flags.get(visit.id()) ?? {}))
    visit.capture(FLAG_CALLED, { $feature_flag: flag, $feature_flag_response: value }, 0)
  for (let pages = random.between(0, 4); pages > 0; pages--) {
    visit.goTo(random.pick(PATHS))
    visit.capture(PAGEVIEW)
    if (random.chance(0.35)) visit.capture(random.pick(ACTIONS), { duration_ms: random.between(200, 4000) })
  }
}

/** Returns the survey that opens in a visit, at most one. */
function surveyOfVisit(
  random: Random,
  { visit, isFirst, asked }: { visit: Visit; isFirst: boolean; asked: Set<DemoSurvey> },
): DemoSurvey | undefined {
  const isRunning = (survey: DemoSurvey) =>
    visit.daysAgo() <= DEMO_DAYS[survey].start && visit.daysAgo() >= DEMO_DAYS[survey].end
  const once = (survey: DemoSurvey) => {
    if (!isRunning(survey) || asked.has(survey)) return false
    asked.add(survey)
    return true
  }
  if (!isFirst && once('nps')) return 'nps'
  if (visit.path() === '/map' && once('offline')) return 'offline'
  if (random.chance(0.12)) {
    visit.capture('support chat opened')
    visit.capture('support chat closed', { minutes: random.between(2, 25) }, random.between(100, 900))
    return isRunning('support') ? 'support' : undefined
  }
  return random.chance(0.05) && isRunning('feedback') ? 'feedback' : undefined
}

/** Sees a survey, and answers it or not. */
function answer(
  { random, surveys }: DemoInput,
  situation: { visit: Visit; person: DemoPerson; survey: DemoSurvey; nextText: NextText },
): void {
  const { visit, person, survey: name, nextText } = situation
  const survey = surveys.find(({ id }) => id === DEMO_SURVEYS[name])
  if (!survey) return
  const session = {
    survey,
    language: person.language,
    submissionId: random.uuid(visit.time()),
    shownAt: new Date(visit.time()).toISOString(),
  }
  const outcome = OUTCOMES[name]({ random, person, daysAgo: visit.daysAgo(), nextText })
  let passed = 0
  for (const { afterSeconds, event, properties } of surveyEvents(session, outcome)) {
    visit.capture(event, properties, afterSeconds - passed)
    passed = afterSeconds
  }
}
