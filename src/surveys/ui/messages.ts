/** The built-in texts in English. `{n}` and `{of}` are replaced by values. What the author of a survey wrote always wins. */
const ENGLISH = {
  submit: 'Submit',
  skip: 'Skip',
  back: 'Back',
  start: 'Get started',
  thanks: 'Thank you!',
  close: 'Close',
  close_survey: 'Close survey',
  feedback: 'Feedback',
  placeholder: 'Type your answer',
  new_tab: 'opens in a new tab',
  announce: 'Survey: {n}',
  hotkey: 'Press F8 to move there and back',
  progress: 'Question {n} of {of}',
  at_least: 'At least {n} characters',
  at_most: 'At most {n} characters',
  between: '{n} to {of} characters',
  required: 'Please answer this question',
  required_choice: 'Please choose an option',
  required_other: 'Please fill in your own answer',
  too_short: 'Please write at least {n} characters',
  too_long: 'Please write at most {n} characters',
  preview: 'Preview: answers are not sent',
  unsent: 'Your answer could not be sent. Please try again',
  worst: 'Very dissatisfied',
  bad: 'Dissatisfied',
  neutral: 'Neutral',
  good: 'Satisfied',
  best: 'Very satisfied',
  thumbs_up: 'Thumbs up',
  thumbs_down: 'Thumbs down',
}

/** Key of a built-in text, as in `survey_words`. */
export type MessageKey = keyof typeof ENGLISH

/** Returns a built-in text in the visitor's language. */
export type Translate = (key: MessageKey, n?: string | number, of?: string | number) => string

/**
 * Creates the lookup of built-in texts for one language.
 *
 * @param overrides Language -> key -> text. `*` stands for every language.
 * @param language The language of the survey, or of the website when that is not known. Looked up as it is, then without its
 *   region, then as `*`.
 */
export function createTranslate(
  overrides: Record<string, Record<string, string>>,
  language: string,
): Translate {
  const lower = language.toLowerCase()
  const tables = [lower, lower.split('-')[0], '*'].map(
    name => Object.entries(overrides ?? {}).find(([key]) => key.toLowerCase() === name)?.[1],
  )
  return (key, n = '', of = '') => {
    const override = tables.map(table => table?.[key]).find(text => typeof text === 'string')
    return (override ?? ENGLISH[key]).replace(/\{(n|of)\}/g, (_, name) => `${name === 'n' ? n : of}`)
  }
}
