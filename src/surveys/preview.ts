import type { Survey } from '../wire/survey'
import type { Answer } from './answer'
import { rulesOf } from './questions'
import type { SessionPage, SurveySession } from './session'
import { translate } from './translate'
import { createCard } from './ui/createCard'
import { createMount } from './ui/mount'
import { followTheme } from './ui/theme'

/** Which page of a survey to draw, and how. */
export interface PreviewOptions {
  /** -1 is the intro, 0 to n - 1 are the questions, n is the thank-you page. */
  page: number
  /** Gets what was answered, `null` for a skipped question and for the intro. The page stays: draw the next one. */
  onSubmit?(answer: Answer): void
  onBack?(): void
  /** The X, or the button of the thank-you page. */
  onClose?(): void
  /** Language tag; without it, the texts of the base language. */
  language?: string
  /** Missing: that of the language or, where none is given, of the element. */
  dir?: 'ltr' | 'rtl'
  /** What the built-in look begins with. Missing: light. */
  colorScheme?: 'light' | 'dark' | 'auto'
  /** Words of the interface in other languages: language -> key -> text. */
  words?: Record<string, Record<string, string>>
  /** True: markup in descriptions is shown as it is written. */
  plainText?: boolean
  /** For the style element of browsers without constructable style sheets. */
  nonce?: string
}

/** The survey with every description as text. */
function withoutHtml(survey: Survey): Survey {
  return {
    ...survey,
    questions: survey.questions.map(question => ({ ...question, descriptionContentType: 'text' })),
    appearance: {
      ...survey.appearance,
      introScreenDescriptionContentType: 'text',
      thankYouMessageDescriptionContentType: 'text',
    },
  }
}

/** A session that stays on one page, and reports and keeps nothing. */
function createStill(survey: Survey, language: string | null, options: PreviewOptions): SurveySession {
  const question = survey.questions[options.page] ?? null
  const page: SessionPage = question ? 'question' : options.page < 0 ? 'intro' : 'thanks'
  const state = {
    survey,
    page,
    index: Math.max(0, options.page),
    path: survey.questions.map((_, index) => index).slice(0, Math.max(0, options.page)),
    answers: {},
    submissionId: '',
    language,
    end: null,
  }
  const draft = () => question && rulesOf(question).empty(question)
  const answer = (given: Answer) => {
    options.onSubmit?.(given)
    return null
  }
  return {
    state: () => state,
    subscribe: () => () => {},
    question: () => question,
    draft,
    choiceOrder: () => (question && 'choices' in question ? question.choices.map((_, index) => index) : []),
    progress: () => ({ step: options.page + 1, of: survey.questions.length }),
    canGoBack: () => options.page > 0 && survey.appearance?.allowGoBack === true,
    shown: () => {},
    begin: () => void answer(null),
    submit: given =>
      question &&
      (rulesOf(question).problem(question, given) ?? answer(rulesOf(question).answer(question, given))),
    answer,
    back: () => options.onBack?.(),
    dismiss: () => options.onClose?.(),
    hide: () => {},
  }
}

/**
 * Draws one page of a survey into an element, as a visitor would see it: nothing is reported, stored, focused or timed. A
 * second call for the same element replaces what the first has drawn.
 *
 * ```ts
 * let page = 0
 * const draw = () => renderSurveyPreview(box, survey, { page, onSubmit: () => { page++; draw() } })
 * draw()
 * ```
 *
 * @returns What takes it away again.
 */
export function renderSurveyPreview(element: Element, survey: Survey, options: PreviewOptions): () => void {
  const { survey: shown, language } = translate(
    options.plainText ? withoutHtml(survey) : survey,
    options.language,
  )
  for (const old of element.querySelectorAll(':scope > .earshot-survey')) old.remove()
  const mount = createMount(element.ownerDocument, {
    surveyId: survey.id,
    display: 'inline',
    nonce: options.nonce,
  })
  element.append(mount.host)
  const card = createCard(mount.place, {
    session: createStill(shown, language, options),
    overrides: options.words ?? {},
    display: 'preview',
    position: 'end',
    around: element,
    dir: options.dir,
    closable: shown.appearance?.hideCancelButton !== true,
  })
  const stop = followTheme(mount.host, shown.appearance ?? {}, options.colorScheme ?? 'light')
  mount.place.hidden = false
  return () => {
    stop()
    card.remove()
    mount.unmount()
  }
}
