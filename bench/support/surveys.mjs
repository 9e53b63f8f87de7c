// The survey of the comparisons, as the PostHog protocol and as Formbricks describe it.

export const RATING = 'How likely are you to recommend this page?'
const CHOICE = 'Which part helped you most today?'
const CHOICES = ['Documentation', 'Examples', 'Support team', 'Something else']
const OPEN = 'What should we improve next?'

/** Texts in the order in which a visitor sees them. */
export const QUESTIONS = [RATING, CHOICE]

/** Part of the URL of the pages that show the survey. */
export const SURVEY_PATH = '/with-survey'

export const survey = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Comparison',
  type: 'popover',
  schedule: 'once',
  start_date: '2025-01-01T00:00:00Z',
  end_date: null,
  enable_partial_responses: true,
  questions: [
    { id: 'rating', type: 'rating', question: RATING, display: 'number', scale: 10, skipSubmitButton: true },
    { id: 'choice', type: 'single_choice', question: CHOICE, choices: CHOICES, skipSubmitButton: true },
    { id: 'open', type: 'open', question: OPEN, buttonText: 'Send', optional: true },
  ],
  conditions: { url: SURVEY_PATH, urlMatchType: 'icontains' },
  appearance: { whiteLabel: true, displayThankYouMessage: true, thankYouMessageHeader: 'Thank you!' },
}

const question = (id, type, headline, fields) => ({
  id,
  type,
  headline,
  required: true,
  buttonLabel: 'Next',
  ...fields,
})

/** The reply to `in-app/sync` of the client API v1 of Formbricks. */
export const formbricksState = {
  surveys: [
    {
      id: survey.id,
      name: survey.name,
      type: 'web',
      status: 'inProgress',
      languages: [],
      triggers: ['page'],
      inlineTriggers: null,
      displayOption: 'respondMultiple',
      recontactDays: null,
      delay: 0,
      autoClose: null,
      displayPercentage: null,
      redirectUrl: null,
      styling: null,
      productOverwrites: null,
      welcomeCard: { enabled: false },
      hiddenFields: { enabled: false },
      thankYouCard: { enabled: true, headline: 'Thank you!', subheader: '' },
      questions: [
        question('rating', 'nps', RATING, { lowerLabel: 'Not likely', upperLabel: 'Very likely' }),
        question('choice', 'multipleChoiceSingle', CHOICE, {
          choices: CHOICES.map(label => ({ id: label, label })),
          shuffleOption: 'none',
        }),
        question('open', 'openText', OPEN, {
          inputType: 'text',
          longAnswer: true,
          placeholder: '',
          required: false,
        }),
      ],
    },
  ],
  noCodeActionClasses: [
    {
      id: 'page',
      name: 'page',
      type: 'noCode',
      noCodeConfig: { pageUrl: { value: SURVEY_PATH, rule: 'contains' } },
    },
  ],
  product: {
    id: 'product',
    brandColor: '#000000',
    styling: { allowStyleOverwrite: false, brandColor: { light: '#000' } },
    recontactDays: null,
    clickOutsideClose: true,
    darkOverlay: false,
    placement: 'bottomRight',
    inAppSurveyBranding: false,
  },
}
