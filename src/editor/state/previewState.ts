import type { Survey } from 'earshot'
import { type Answer, nextStep, pathToQuestion, skipAnswered } from 'earshot/surveys'
import { hasMessagePage } from '../edit/messagePages'

/** Page, path and answers of the survey in the preview. */
export interface PreviewState {
  /** Position of the question. -1 is the introduction, the number of questions is the thank-you page. */
  page: number
  /** Positions of the questions before `page`, in order. */
  path: readonly number[]
  answers: Readonly<Record<number, Answer>>
  /** Whether the survey was closed, or finished without a thank-you page. */
  isClosed: boolean
}

/** Returns the preview at the first page. */
export const initialPreview = (survey: Survey): PreviewState =>
  previewAt(survey, hasMessagePage(survey, 'intro') ? -1 : 0)

/** Returns the preview at a page, reached by the shortest path. */
export const previewAt = (survey: Survey, page: number): PreviewState => ({
  page,
  path: pathToQuestion(survey, page),
  answers: {},
  isClosed: false,
})

/** Returns the preview after an answer, on the page that a visitor would see next. */
export function afterAnswer(survey: Survey, preview: PreviewState, answer: Answer): PreviewState {
  if (preview.page < 0) return { ...preview, page: 0 }
  const answers = { ...preview.answers, [preview.page]: answer }
  const path = [...preview.path, preview.page]
  const next = nextStep(survey, preview.page, answer)
  const step = skipAnswered(survey, next, path, index => answers[index] ?? null)
  if (step !== 'end') return { ...preview, page: step, path, answers }
  return hasMessagePage(survey, 'thankYou')
    ? { ...preview, page: survey.questions.length, path, answers }
    : { ...preview, path, answers, isClosed: true }
}

/** Returns the preview one page back. The page before the first question is the introduction, if there is one. */
export function afterBack(survey: Survey, preview: PreviewState): PreviewState {
  if (preview.isClosed)
    return preview.path.includes(preview.page)
      ? { ...preview, path: preview.path.slice(0, -1), isClosed: false }
      : { ...preview, isClosed: false }
  // An unreachable question has an empty path. Back then goes to the question above it.
  const page =
    preview.path.at(-1) ??
    (preview.page > 0 || hasMessagePage(survey, 'intro') ? preview.page - 1 : preview.page)
  return { ...preview, page, path: preview.path.slice(0, -1) }
}

/** Whether there is a page before the current one. */
export const canGoBack = (survey: Survey, preview: PreviewState): boolean =>
  preview.isClosed ||
  preview.path.length > 0 ||
  preview.page > 0 ||
  (preview.page === 0 && hasMessagePage(survey, 'intro'))

/** Returns the preview itself if the changed survey still has all of its pages, else the initial preview. */
export function validPreview(survey: Survey, preview: PreviewState): PreviewState {
  const thankYouPage = survey.questions.length
  const exists = preview.page <= thankYouPage && preview.path.every(index => index < thankYouPage)
  const isMissingThankYou = preview.page === thankYouPage && !hasMessagePage(survey, 'thankYou')
  const isMissingIntro = preview.page < 0 && !hasMessagePage(survey, 'intro')
  return exists && !isMissingThankYou && !isMissingIntro ? preview : initialPreview(survey)
}
