import type { SurveyHost } from '../host'
import type { WordLookup } from '../words/english'
import { isEnglish, type LanguageState, languageOf } from '../words/languageOf'
import { createTranslate, type Translate } from './messages'

/** The longest time that a card waits for its words. Then it shows in English. See D-562. */
const MAX_WAIT_MS = 1500

interface WordsOptions {
  /** Texts of the website. */
  overrides: Record<string, Record<string, string>>
  /** The element around the survey. Its language applies when that of the survey is unknown. */
  parent: Element
  /** Called once the words have loaded, could not be loaded, or are late. */
  onReady(): void
}

/** The built-in texts of a card or a tab. */
export interface SurveyWords {
  /** Whether a language is in use whose words are being loaded. */
  isLoading(): boolean
  /** Returns the lookup of texts for a survey. The first language other than English starts to load the words. */
  translateFor(state: LanguageState): Translate
}

/** Creates the built-in texts of a card or a tab. See D-560. */
export function createWords(
  {
    page,
    loadWords,
    emitError,
  }: Pick<SurveyHost, 'loadWords' | 'emitError'> & {
    page: Pick<SurveyHost['page'], 'setTimer'>
  },
  { overrides, parent, onReady }: WordsOptions,
): SurveyWords {
  let lookUp: WordLookup | undefined
  let isRequested = false
  let isLoading = false

  function onSettled() {
    if (!isLoading) return
    isLoading = false
    onReady()
  }

  return {
    isLoading: () => isLoading,
    translateFor(state) {
      const language = languageOf(state, parent.closest<HTMLElement>('[lang]')?.lang)
      if (!isRequested && !isEnglish(language)) {
        isRequested = isLoading = true
        page.setTimer(MAX_WAIT_MS, onSettled)
        loadWords()
          .then(
            loaded => {
              lookUp = loaded
            },
            error => emitError('survey_words_failed', error),
          )
          .then(onSettled)
      }
      return createTranslate(overrides, language, lookUp)
    },
  }
}
