import { render } from 'preact'
import type { Answer, Survey } from '../../wire/survey'
import { rulesOf } from '../questions/rules'
import { maxRemainingQuestions } from '../session/maxRemainingQuestions'
import { pathToQuestion } from '../session/pathToQuestion'
import { pipeAnswers } from '../session/pipeAnswers'
import type { SessionPage, SurveySession } from '../session/surveySession'
import { type Translated, translate } from '../session/translate'
import { createCard } from '../ui/createCard'
import { createMount } from '../ui/createMount'
import { createWords, type SurveyWords } from '../ui/createWords'
import { drawTab } from '../ui/Tab'
import { keepThemed } from '../ui/theme'
import { normalizeSurvey } from './normalizeSurvey'

/** Which page of a survey to draw, and how. */
export interface PreviewOptions {
  /** -1 is the intro, 0 to n - 1 are the questions, n is the thank-you page. `tab` is the button of a widget. */
  page: number | 'tab'
  /**
   * Positions of the questions before, in order; progress and the back button follow from them. Default: the shortest path to
   * the page, or none when no path leads there.
   */
  path?: readonly number[]
  /** Earlier answers by position. The page shows its own, and branching follows the others. */
  answers?: Readonly<Record<number, Answer>>
  /** Called with the answer: `null` for a skipped question and for the intro. The page stays until you draw another one. */
  onSubmit?(answer: Answer): void
  /** Called with the previous page of the path. */
  onBack?(page: number): void
  /** Called when the tab is clicked. */
  onOpen?(): void
  /** Whether the tab is drawn as having opened its survey. */
  isOpen?: boolean
  /** Called by the close button and by the button of the thank-you page. */
  onClose?(): void
  /** Language tag. Default: the base language. */
  language?: string
  /** Default: the direction of the language, or of the element without one. */
  dir?: 'ltr' | 'rtl'
  /** The colors to start from. Default: light. */
  colorScheme?: 'light' | 'dark' | 'auto'
  /** Texts that replace built-in ones: language -> key -> text. */
  words?: Record<string, Record<string, string>>
  /** Whether to show the HTML of descriptions as text. */
  plainText?: boolean
  /** For the style element of browsers without constructable style sheets. */
  nonce?: string
}

/** Returns the survey with every description as text. */
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

/** Creates a session that stays on one page, and reports and stores nothing. */
function createPreviewSession(
  { survey: translated, language }: Translated<Survey>,
  definition: Survey,
  position: number,
  options: PreviewOptions,
): SurveySession {
  const restored = (index: number) =>
    rulesOf(definition.questions[index]!).restore(
      definition.questions[index]!,
      options.answers?.[index] ?? null,
    )
  // A survey that cannot be shown yet may have no appearance.
  const complete = { ...translated, appearance: translated.appearance ?? {} }
  const survey = pipeAnswers(complete, index => {
    const asked = translated.questions[index]
    return asked && rulesOf(asked).answer(asked, restored(index))
  })
  const question = survey.questions[position] ?? null
  const page: SessionPage = question ? 'question' : position < 0 ? 'intro' : 'thanks'
  const path = options.path ?? pathToQuestion(survey, position)
  const answerAt = (index: number): Answer => options.answers?.[index] ?? null
  const step = path.length + 1
  const of = question ? step + maxRemainingQuestions(survey, position, path, answerAt) : step
  const state = {
    survey,
    page,
    index: Math.max(0, position),
    path,
    answers: {},
    submissionId: '',
    language,
    end: null,
  }
  const submit = (answer: Answer) => {
    options.onSubmit?.(answer)
    return null
  }
  return {
    state: () => state,
    subscribe: () => () => {},
    question: () => question,
    draft: () => question && rulesOf(question).restore(question, answerAt(position)),
    choiceOrder: () => (question && 'choices' in question ? question.choices.map((_, index) => index) : []),
    progress: () => ({ step, of }),
    canGoBack: () => question !== null && path.length > 0 && survey.appearance?.allowGoBack === true,
    shown: () => {},
    begin: () => void submit(null),
    submit: draft =>
      question &&
      (rulesOf(question).problem(question, draft) ?? submit(rulesOf(question).answer(question, draft))),
    answer: submit,
    back: () => options.onBack?.(path.at(-1)!),
    dismiss: () => options.onClose?.(),
    hide: () => {},
  }
}

/** Draws the tab in the flow of its container. Returns functions that draw it again and remove it. */
function drawPreviewTab(
  container: HTMLElement,
  translated: Translated<Survey>,
  words: SurveyWords,
  parent: Element,
  options: PreviewOptions,
) {
  const draw = () => drawTab(container, translated, { words, parent, onOpen: () => options.onOpen?.() })
  draw()
  const button = container.firstElementChild as HTMLElement
  if (options.dir) button.dir = options.dir
  button.setAttribute('aria-expanded', String(options.isOpen === true))
  Object.assign(button.style, { position: 'static', margin: '0' })
  return { draw, remove: () => render(null, container) }
}

/**
 * Draws one page of a survey, or the tab that opens it, into an element, as a visitor would see it. Nothing is reported, stored,
 * focused or timed. A second call for the same element replaces the first drawing. The element is where the survey appears: it
 * is not placed at an edge of the window. The built-in texts of a language other than English follow once they have loaded.
 *
 * ```ts
 * let page = 0
 * const draw = () => renderSurveyPreview(box, survey, { page, onSubmit: () => { page++; draw() } })
 * draw()
 * ```
 *
 * @returns A function that removes the drawing.
 */
export function renderSurveyPreview(element: Element, survey: Survey, options: PreviewOptions): () => void {
  const normalized = normalizeSurvey(survey)
  const translated = translate(options.plainText ? withoutHtml(normalized) : normalized, options.language)
  const appearance = translated.survey.appearance ?? {}
  for (const previous of element.querySelectorAll(':scope > .earshot-survey')) previous.remove()
  const mount = createMount(element.ownerDocument, {
    surveyId: survey.id,
    display: 'inline',
    nonce: options.nonce,
  })
  element.append(mount.host)
  const { page } = options
  const words = createWords(
    {
      page: { setTimer: () => () => {} },
      loadWords: async () => (await import('../words/lookUpWord')).lookUpWord,
      // Without its file the drawing stays in English.
      emitError() {},
    },
    { overrides: options.words ?? {}, parent: element, onReady: () => mount.host.isConnected && draw() },
  )
  const { draw, remove } =
    page === 'tab'
      ? drawPreviewTab(mount.container, translated, words, element, options)
      : createCard(mount.container, {
          session: createPreviewSession(translated, normalized, page, options),
          words,
          parent: element,
          display: 'preview',
          position: 'right',
          dir: options.dir,
          closable: appearance.hideCancelButton !== true,
        })
  const stopTheme = keepThemed(mount.host, appearance, options.colorScheme ?? 'light')
  mount.container.hidden = false
  return () => {
    stopTheme()
    remove()
    mount.unmount()
  }
}
