import type { Survey } from 'earshot'
import { type Answer, nextStep, passOver, wayTo } from 'earshot/surveys'

/** Where the preview is in a survey. */
export interface PreviewState {
  /** -1 is the intro, the number of questions is the thank-you page. */
  page: number
  /** Positions asked before `page`, in order. */
  path: readonly number[]
  answers: Readonly<Record<number, Answer>>
  /** Answered to the end, and there is no thank-you page; or closed. */
  isClosed: boolean
}

const hasIntro = ({ appearance }: Survey): boolean =>
  !!appearance?.displayIntroScreen && !!(appearance.introScreenHeader || appearance.introScreenDescription)

/** The walk at its beginning. */
export const initialPreview = (survey: Survey): PreviewState => previewAt(survey, hasIntro(survey) ? -1 : 0)

/** A walk that has come to a page by the shortest way: one that its author works at. */
export const previewAt = (survey: Survey, page: number): PreviewState => ({
  page,
  path: wayTo(survey, page),
  answers: {},
  isClosed: false,
})

/** The walk after an answer, as a visitor would go on. */
export function afterAnswer(survey: Survey, preview: PreviewState, answer: Answer): PreviewState {
  if (preview.page < 0) return { ...preview, page: 0 }
  const answers = { ...preview.answers, [preview.page]: answer }
  const path = [...preview.path, preview.page]
  const next = nextStep(survey, preview.page, answer)
  const step = passOver(survey, next, path, index => answers[index] ?? null)
  if (step !== 'end') return { ...preview, page: step, path, answers }
  const hasThankYou = survey.appearance?.displayThankYouMessage === true
  return hasThankYou
    ? { ...preview, page: survey.questions.length, path, answers }
    : { ...preview, path, answers, isClosed: true }
}

/** The walk at the question before; at the first one, the intro where there is one. */
export function afterBack(survey: Survey, preview: PreviewState): PreviewState {
  if (preview.isClosed)
    return preview.path.includes(preview.page)
      ? { ...preview, path: preview.path.slice(0, -1), isClosed: false }
      : { ...preview, isClosed: false }
  // No way leads to a question that is not reached: then it is the question above.
  const page = preview.path.at(-1) ?? (preview.page > 0 || hasIntro(survey) ? preview.page - 1 : preview.page)
  return { ...preview, page, path: preview.path.slice(0, -1) }
}

/** True: there is something before the page that is shown. */
export const canGoBack = (survey: Survey, preview: PreviewState): boolean =>
  preview.isClosed || preview.path.length > 0 || preview.page > 0 || (preview.page === 0 && hasIntro(survey))

/** A walk that a changed survey can go on with: on a page that the survey still has. */
export function validPreview(survey: Survey, preview: PreviewState): PreviewState {
  const last = survey.questions.length
  const fits = preview.page <= last && preview.path.every(index => index < last)
  const isThankYou = preview.page === last && survey.appearance?.displayThankYouMessage !== true
  const isIntro = preview.page < 0 && !hasIntro(survey)
  return fits && !isThankYou && !isIntro ? preview : initialPreview(survey)
}
