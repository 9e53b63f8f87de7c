import type { Question } from 'earshot'
import { DEFAULT_PROJECT_KEY, type ServiceOptions, type SurveySeed } from '../../src/server/options'

const DAY = 86_400_000

const NPS: Question[] = [
  {
    id: 'score',
    type: 'rating',
    question: 'How likely are you to recommend us?',
    display: 'number',
    scale: 10,
    branching: { type: 'response_based', responseValues: { detractors: 1, passives: 2, promoters: 3 } },
  },
  {
    id: 'wrong',
    type: 'open',
    question: 'What went wrong?',
    branching: { type: 'specific_question', index: 3 },
  },
  {
    id: 'better',
    type: 'open',
    question: 'What would make it better?',
    branching: { type: 'specific_question', index: 3 },
  },
  {
    id: 'reasons',
    type: 'multiple_choice',
    question: 'What do you use most?',
    choices: ['Exports', 'Alerts', 'API', 'Something else'],
    hasOpenChoice: true,
  },
]

/** Returns a service with a survey in each state. The first one has the answers of `answerNps`. */
export function consoleOptions(now: number): ServiceOptions {
  const day = (count: number) => new Date(now + count * DAY).toISOString()
  const survey = (number: number, name: string, more: Partial<SurveySeed> = {}) =>
    ({
      id: `00000000-0000-4000-8000-00000000000${number}`,
      name,
      type: 'popover',
      questions: NPS,
      start_date: day(-31),
      ...more,
    }) as SurveySeed
  const checkout: Question[] = [{ id: 'checkout', type: 'open', question: 'What nearly stopped you?' }]
  return {
    name: 'Shop',
    surveys: [
      survey(1, 'Quarterly NPS'),
      survey(2, 'Checkout feedback', { start_date: null, questions: checkout }),
      survey(3, 'Pricing page', { end_date: day(-10) }),
      survey(4, 'Spring sale', { start_date: day(100) }),
      survey(5, 'Beta interest', { archived: true }),
    ],
  }
}

export const NPS_ID = '00000000-0000-4000-8000-000000000001'

const TEXTS = [
  'The export takes minutes, and the file is empty.',
  'Search finds nothing that I know is there.',
  '=HYPERLINK("https://example.com")',
  'Fewer clicks to invite a colleague.',
]

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Sends the events of visitors who saw the first survey within 30 days: of ten, six answered it and one left in the middle. */
export async function answerNps(fetch: Fetch, now: number, { visitors = 60 } = {}): Promise<void> {
  const batch = Array.from({ length: visitors }, (_, index) => {
    const at = now - 60_000 - ((visitors - 1 - index) * 30 * DAY) / visitors
    return visitorEvents(index, at)
  }).flat()
  for (let start = 0; start < batch.length; start += 1000) {
    await fetch('/batch/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: DEFAULT_PROJECT_KEY, batch: batch.slice(start, start + 1000) }),
    })
  }
}

function visitorEvents(index: number, at: number): unknown[] {
  const distinct_id = `visitor-${index}`
  const base = {
    $survey_id: NPS_ID,
    $survey_name: 'Quarterly NPS',
    $current_url: 'https://shop.example/checkout',
    ...(index % 4 === 3 && { $survey_language: 'de' }),
  }
  const event = (name: string, seconds: number, properties: object) => ({
    event: name,
    distinct_id,
    timestamp: new Date(at + seconds * 1000).toISOString(),
    properties: { ...base, ...properties },
  })
  const shown = event('survey shown', 0, { $set: { plan: index % 3 === 0 ? 'pro' : 'free' } })
  const outcome = index % 10
  if (outcome > 6) return [shown, event('survey dismissed', 5, { $survey_partially_completed: false })]
  const score = [9, 10, 3, 8, 10, 6, 9][outcome]!
  const followUp = score <= 6 ? 'wrong' : score <= 8 ? 'better' : undefined
  const answers: [string, unknown][] = [['score', score]]
  if (followUp) answers.push([followUp, TEXTS[index % TEXTS.length]])
  const isPartial = outcome === 6
  if (!isPartial) answers.push(['reasons', index % 5 === 0 ? ['API', 'Webhooks, please'] : ['Exports']])
  const sent = (count: number, isCompleted: boolean) =>
    event('survey sent', count * 10, {
      $survey_submission_id: `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`,
      $survey_completed: isCompleted,
      $survey_questions: answers.slice(0, count).map(([id, response]) => ({ id, question: id, response })),
      ...Object.fromEntries(answers.slice(0, count).map(([id, value]) => [`$survey_response_${id}`, value])),
    })
  return [shown, sent(answers.length, !isPartial)]
}
