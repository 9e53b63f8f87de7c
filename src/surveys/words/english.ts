/**
 * The built-in texts in English. `{n}` and `{of}` are replaced by values. The texts of a survey's author
 * always win.
 */
export const ENGLISH = {
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

/**
 * Returns a built-in text in a language, with `{n}` and `{of}` in it; `undefined` where the language has none.
 *
 * @param count The number that the text counts.
 */
export type WordLookup = (language: string, key: MessageKey, count: number) => string | undefined
