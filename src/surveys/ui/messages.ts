/** Every built-in word, in English. `{n}` and `{of}` are filled in; what the author of a survey wrote always wins. */
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
  progress: 'Question {n} of {of}',
  at_least: 'At least {n} characters',
  at_most: 'At most {n} characters',
  between: '{n} to {of} characters',
  required: 'Please answer this question',
  required_choice: 'Please choose an option',
  required_other: 'Please fill in your own answer',
  too_short: 'Please write at least {n} characters',
  too_long: 'Please write at most {n} characters',
  unsent: 'Your answer could not be sent. Please try again',
  worst: 'Very dissatisfied',
  bad: 'Dissatisfied',
  neutral: 'Neutral',
  good: 'Satisfied',
  best: 'Very satisfied',
  thumbs_up: 'Thumbs up',
  thumbs_down: 'Thumbs down',
}

/** Key of a built-in word; the keys of `survey_words`. */
export type MessageKey = keyof typeof ENGLISH

/** Says a built-in word in the visitor's language. */
export type Translate = (key: MessageKey, n?: string | number, of?: string | number) => string

/**
 * The built-in words in one language.
 *
 * @param overrides Language -> key -> text; `*` stands for every language.
 * @param language What the survey is shown in, or the page where that is not known; looked up as it is, then without its
 *   region, then as `*`.
 */
export function createTranslate(
  overrides: Record<string, Record<string, string>>,
  language: string,
): Translate {
  const wanted = language.toLowerCase()
  const tables = [wanted, wanted.split('-')[0], '*'].map(
    name => Object.entries(overrides ?? {}).find(([key]) => key.toLowerCase() === name)?.[1],
  )
  return (key, n = '', of = '') => {
    const text = tables.map(table => table?.[key]).find(found => typeof found === 'string') ?? ENGLISH[key]
    return text.replace(/\{(n|of)\}/g, (_, name) => `${name === 'n' ? n : of}`)
  }
}
