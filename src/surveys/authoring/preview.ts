import { render } from 'preact'
import type { Answer, Survey } from '../../wire/survey'
import { rulesOf } from '../questions/rules'
import { maxRemainingQuestions } from '../session/maxRemainingQuestions'
import { pathToQuestion } from '../session/pathToQuestion'
import type { SessionPage, SurveySession } from '../session/surveySession'
import { type Translated, translate } from '../session/translate'
import { createCard } from '../ui/createCard'
import { createMount } from '../ui/createMount'
import { drawTab } from '../ui/Tab'
import { keepThemed } from '../ui/theme'

/** Which page of a survey to draw, and how. */
export interface PreviewOptions {
  /** -1 is the intro, 0 to n - 1 are the questions, n is the thank-you page; `tab` is the button of a widget. */
  page: number | 'tab'
  /**
   * Positions asked before, in order: the progress and the way back are those of a visitor who came by them. Missing: the
   * shortest way to this page; where none leads there, it is as if the survey began with it.
   */
  path?: readonly number[]
  /** Answers given so far, by position; the page begins with its own, and branching follows the others. */
  answers?: Readonly<Record<number, Answer>>
  /** Gets what was answered, `null` for a skipped question and for the intro. The page stays: draw the next one. */
  onSubmit?(answer: Answer): void
  /** Gets the page before, by the path. */
  onBack?(page: number): void
  /** The tab was clicked. */
  onOpen?(): void
  /** The tab has opened its survey. */
  isOpen?: boolean
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
function createPreviewSession(
  survey: Survey,
  language: string | null,
  at: number,
  options: PreviewOptions,
): SurveySession {
  const question = survey.questions[at] ?? null
  const page: SessionPage = question ? 'question' : at < 0 ? 'intro' : 'thanks'
  const path = options.path ?? pathToQuestion(survey, at)
  const answerAt = (index: number): Answer => options.answers?.[index] ?? null
  const step = path.length + 1
  const of = question ? step + maxRemainingQuestions(survey, at, path, answerAt) : step
  const state = {
    survey,
    page,
    index: Math.max(0, at),
    path,
    answers: {},
    submissionId: '',
    language,
    end: null,
  }
  const draft = () => question && rulesOf(question).restore(question, answerAt(at))
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
    progress: () => ({ step, of }),
    canGoBack: () => question !== null && path.length > 0 && survey.appearance?.allowGoBack === true,
    shown: () => {},
    begin: () => void answer(null),
    submit: given =>
      question &&
      (rulesOf(question).problem(question, given) ?? answer(rulesOf(question).answer(question, given))),
    answer,
    back: () => options.onBack?.(path.at(-1)!),
    dismiss: () => options.onClose?.(),
    hide: () => {},
  }
}

/** Draws the tab where it is put: at which edge of what, the caller knows. @returns What takes it away. */
function drawPreviewTab(
  place: HTMLElement,
  shown: Translated<Survey>,
  around: Element,
  options: PreviewOptions,
): () => void {
  drawTab(place, shown, { around, overrides: options.words ?? {}, onOpen: () => options.onOpen?.() })
  const button = place.firstElementChild as HTMLElement
  if (options.dir) button.dir = options.dir
  button.setAttribute('aria-expanded', String(options.isOpen === true))
  Object.assign(button.style, { position: 'static', margin: '0' })
  return () => render(null, place)
}

/**
 * Draws one page of a survey, or the tab that opens it, into an element, as a visitor would see it: nothing is reported,
 * stored, focused or timed. A second call for the same element replaces what the first has drawn. Neither is placed at an edge
 * of the window: the element is where it goes.
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
  const translated = translate(options.plainText ? withoutHtml(survey) : survey, options.language)
  const { survey: shown, language } = translated
  for (const old of element.querySelectorAll(':scope > .earshot-survey')) old.remove()
  const mount = createMount(element.ownerDocument, {
    surveyId: survey.id,
    display: 'inline',
    nonce: options.nonce,
  })
  element.append(mount.host)
  const { page } = options
  const undraw =
    page === 'tab'
      ? drawPreviewTab(mount.container, translated, element, options)
      : createCard(mount.container, {
          session: createPreviewSession(shown, language, page, options),
          overrides: options.words ?? {},
          display: 'preview',
          position: 'end',
          around: element,
          dir: options.dir,
          closable: shown.appearance?.hideCancelButton !== true,
        }).remove
  const stop = keepThemed(mount.host, shown.appearance ?? {}, options.colorScheme ?? 'light')
  mount.container.hidden = false
  return () => {
    stop()
    undraw()
    mount.unmount()
  }
}
