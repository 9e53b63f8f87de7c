import type { SurveySeed } from '../../options'

/** The ids of the surveys that persons of the demonstration answer. */
export const DEMO_SURVEYS = {
  nps: '0198a1c0-5e00-7a10-8c01-000000000001',
  support: '0198a1c0-5e00-7a10-8c01-000000000002',
  offline: '0198a1c0-5e00-7a10-8c01-000000000003',
  churn: '0198a1c0-5e00-7a10-8c01-000000000004',
  feedback: '0198a1c0-5e00-7a10-8c01-000000000005',
}

/** Days before now at which surveys started and ended. */
export const DEMO_DAYS = {
  nps: { start: 28, end: 0 },
  support: { start: 26, end: 0 },
  offline: { start: 25, end: 8 },
  feedback: { start: 29, end: 0 },
}

/** Returns the time, in ISO 8601, of a number of days before now. */
export type DaysAgo = (days: number) => string

/** Returns the surveys of the demonstration: three that run, one that has ended, and a draft. */
export const demoSurveys = (daysAgo: DaysAgo): SurveySeed[] =>
  [nps, support, offline, churn, feedback].map(create => create(daysAgo))

const THANKS = { displayThankYouMessage: true, thankYouMessageHeader: 'Thank you' }

const nps = (daysAgo: DaysAgo): SurveySeed => ({
  id: DEMO_SURVEYS.nps,
  name: 'Recommendation',
  description: 'Asked once, two days after the sign-up at the earliest.',
  type: 'popover',
  created_at: daysAgo(29),
  start_date: daysAgo(DEMO_DAYS.nps.start),
  enable_partial_responses: true,
  appearance: THANKS,
  translations: { de: { name: 'Weiterempfehlung', thankYouMessageHeader: 'Vielen Dank' } },
  questions: [
    {
      id: 'recommend',
      type: 'rating',
      question: 'How likely are you to recommend Wayfare to a friend?',
      display: 'number',
      scale: 10,
      lowerBoundLabel: 'Not at all likely',
      upperBoundLabel: 'Extremely likely',
      skipSubmitButton: true,
      branching: {
        type: 'response_based',
        responseValues: { detractors: 1, passives: 2, promoters: 3 },
      },
      translations: {
        de: {
          question: 'Wie wahrscheinlich ist es, dass du Wayfare weiterempfiehlst?',
          lowerBoundLabel: 'Unwahrscheinlich',
          upperBoundLabel: 'Sehr wahrscheinlich',
        },
      },
    },
    {
      id: 'disappointed',
      type: 'open',
      question: 'What disappointed you most?',
      branching: { type: 'end' },
      translations: { de: { question: 'Was hat dich am meisten enttäuscht?' } },
    },
    {
      id: 'missing',
      type: 'open',
      question: 'What is the one thing we should add?',
      branching: { type: 'end' },
      translations: { de: { question: 'Was fehlt dir am meisten?' } },
    },
    {
      id: 'like',
      type: 'open',
      question: 'What do you like best?',
      branching: { type: 'end' },
      translations: { de: { question: 'Was gefällt dir am besten?' } },
    },
  ],
})

const support = (daysAgo: DaysAgo): SurveySeed => ({
  id: DEMO_SURVEYS.support,
  name: 'Help in the chat',
  description: 'After each chat with support.',
  type: 'popover',
  schedule: 'always',
  created_at: daysAgo(27),
  start_date: daysAgo(DEMO_DAYS.support.start),
  enable_partial_responses: true,
  appearance: THANKS,
  conditions: { events: { repeatedActivation: true, values: [{ name: 'support chat closed' }] } },
  questions: [
    {
      id: 'satisfied',
      type: 'rating',
      question: 'How satisfied are you with the help you got?',
      display: 'emoji',
      scale: 5,
      lowerBoundLabel: 'Very dissatisfied',
      upperBoundLabel: 'Very satisfied',
      skipSubmitButton: true,
      branching: { type: 'response_based', responseValues: { negative: 1, neutral: 1, positive: 2 } },
    },
    {
      id: 'wrong',
      type: 'multiple_choice',
      question: 'What could have gone better?',
      choices: [
        'It took too long',
        'My question was not answered',
        'I had to repeat myself',
        'Something else',
      ],
      hasOpenChoice: true,
      branching: { type: 'end' },
    },
    {
      id: 'right',
      type: 'open',
      question: 'Glad to hear it! Anyone we should thank?',
      optional: true,
      branching: { type: 'end' },
    },
  ],
})

const offline = (daysAgo: DaysAgo): SurveySeed => ({
  id: DEMO_SURVEYS.offline,
  name: 'Interest in offline maps',
  type: 'popover',
  created_at: daysAgo(26),
  start_date: daysAgo(DEMO_DAYS.offline.start),
  end_date: daysAgo(DEMO_DAYS.offline.end),
  appearance: THANKS,
  conditions: { url: '/map', urlMatchType: 'icontains' },
  questions: [
    {
      id: 'interest',
      type: 'single_choice',
      question: 'Maps without a connection: would you use them?',
      choices: ['Yes, every week', 'Now and then', 'Probably not'],
      skipSubmitButton: true,
      branching: { type: 'response_based', responseValues: { '2': 3 } },
    },
    {
      id: 'use',
      type: 'multiple_choice',
      question: 'Where would you use them?',
      choices: ['In the mountains', 'On the train', 'Abroad', 'Somewhere else'],
      hasOpenChoice: true,
    },
    {
      id: 'early',
      type: 'link',
      question: 'Would you like to try them before everyone else?',
      link: 'https://example.com/early-access',
      buttonText: 'Join early access',
      optional: true,
      branching: { type: 'end' },
    },
    {
      id: 'instead',
      type: 'open',
      question: 'What would help you more?',
      optional: true,
      branching: { type: 'end' },
    },
  ],
})

const churn = (daysAgo: DaysAgo): SurveySeed => ({
  id: DEMO_SURVEYS.churn,
  name: 'Reasons to leave',
  type: 'popover',
  created_at: daysAgo(2),
  start_date: null,
  conditions: { events: { values: [{ name: 'subscription cancelled' }] } },
  questions: [
    {
      id: 'reason',
      type: 'single_choice',
      question: 'Why did you cancel?',
      choices: ['Too expensive', 'I hike less now', 'Something is missing', 'Another reason'],
      hasOpenChoice: true,
      shuffleOptions: true,
    },
    { id: 'return', type: 'open', question: 'What would bring you back?', optional: true },
  ],
})

const feedback = (daysAgo: DaysAgo): SurveySeed => ({
  id: DEMO_SURVEYS.feedback,
  name: 'Feedback tab',
  type: 'widget',
  schedule: 'always',
  created_at: daysAgo(29),
  start_date: daysAgo(DEMO_DAYS.feedback.start),
  appearance: { widgetType: 'tab', widgetLabel: 'Feedback', ...THANKS },
  translations: { de: { widgetLabel: 'Rückmeldung', thankYouMessageHeader: 'Vielen Dank' } },
  questions: [
    {
      id: 'feedback',
      type: 'open',
      question: 'What would you like to tell us?',
      translations: { de: { question: 'Was möchtest du uns sagen?' } },
    },
  ],
})
