import type { Survey, SurveyAppearance } from '../../src/wire/survey'

type Question = Survey['questions'][number]

/** Returns a running popover, with question ids by position. */
export const surveyOf = (
  questions: Question[],
  appearance: SurveyAppearance = {},
  more: Partial<Survey> = {},
): Survey => ({
  id: '0193a1f2-5b7c-7d11-8e0a-2f64c1a9b001',
  name: 'Demo',
  type: 'popover',
  start_date: '2026-01-01T00:00:00Z',
  appearance,
  ...more,
  questions: questions.map((question, index) => ({ id: `q${index}`, ...question })),
})

/** One question for each way of drawing one. */
export const QUESTIONS = {
  open: {
    type: 'open',
    question: 'What nearly stopped you from signing up?',
    description: 'A sentence is plenty. We read every answer.',
    validation: [{ type: 'min_length', value: 10 }],
  },
  link: {
    type: 'link',
    question: 'Want to shape what comes next?',
    description: 'Join a 20 minute call with the people who build it.',
    link: 'https://example.com/call',
    buttonText: 'Pick a time',
    optional: true,
  },
  nps: {
    type: 'rating',
    display: 'number',
    scale: 10,
    question: 'How likely are you to recommend us to a friend or colleague?',
    lowerBoundLabel: 'Not at all likely',
    upperBoundLabel: 'Extremely likely',
  },
  seven: {
    type: 'rating',
    display: 'number',
    scale: 7,
    question: 'The page helped me do what I came for.',
    lowerBoundLabel: 'Strongly disagree',
    upperBoundLabel: 'Strongly agree',
  },
  five: {
    type: 'rating',
    display: 'number',
    scale: 5,
    question: 'How easy was it to find?',
    lowerBoundLabel: 'Hard',
    upperBoundLabel: 'Easy',
  },
  faces: {
    type: 'rating',
    display: 'emoji',
    scale: 5,
    question: 'How do you feel about the new editor?',
    lowerBoundLabel: 'Hate it',
    upperBoundLabel: 'Love it',
  },
  threeFaces: { type: 'rating', display: 'emoji', scale: 3, question: 'How was checkout today?' },
  thumbs: {
    type: 'rating',
    display: 'emoji',
    scale: 2,
    question: 'Was this article helpful?',
    skipSubmitButton: true,
    optional: true,
  },
  single: {
    type: 'single_choice',
    question: 'What brings you here today?',
    choices: ['Comparing prices', 'A specific product', 'Just looking around', 'Something else'],
    hasOpenChoice: true,
  },
  multiple: {
    type: 'multiple_choice',
    question: 'Which of these do you use every week?',
    description: 'Choose as many as you like.',
    choices: ['Dashboards', 'Alerts', 'Exports', 'API'],
  },
} as const satisfies Record<string, Question>
