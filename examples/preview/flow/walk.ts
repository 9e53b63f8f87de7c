import type { Survey } from 'earshot'
import { type Answer, nextStep, passOver, wayTo } from 'earshot/surveys'

/** Where the preview is in a survey. */
export interface Walk {
  /** -1 is the intro, the number of questions is the thank-you page. */
  page: number
  /** Positions asked before `page`, in order. */
  path: readonly number[]
  answers: Readonly<Record<number, Answer>>
  /** Answered to the end, and there is no thank-you page; or closed. */
  isOver: boolean
}

const hasIntro = ({ appearance }: Survey): boolean =>
  !!appearance?.displayIntroScreen && !!(appearance.introScreenHeader || appearance.introScreenDescription)

/** The walk at its beginning. */
export const startWalk = (survey: Survey): Walk => walkTo(survey, hasIntro(survey) ? -1 : 0)

/** A walk that has come to a page by the shortest way: one that its author works at. */
export const walkTo = (survey: Survey, page: number): Walk => ({
  page,
  path: wayTo(survey, page),
  answers: {},
  isOver: false,
})

/** The walk after an answer, as a visitor would go on. */
export function walkOn(survey: Survey, walk: Walk, answer: Answer): Walk {
  if (walk.page < 0) return { ...walk, page: 0 }
  const answers = { ...walk.answers, [walk.page]: answer }
  const path = [...walk.path, walk.page]
  const next = nextStep(survey, walk.page, answer)
  const step = passOver(survey, next, path, index => answers[index] ?? null)
  if (step !== 'end') return { ...walk, page: step, path, answers }
  const hasThanks = survey.appearance?.displayThankYouMessage === true
  return hasThanks
    ? { ...walk, page: survey.questions.length, path, answers }
    : { ...walk, path, answers, isOver: true }
}

/** The walk at the question before; at the first one, the intro where there is one. */
export function walkBack(survey: Survey, walk: Walk): Walk {
  if (walk.isOver)
    return walk.path.includes(walk.page)
      ? { ...walk, path: walk.path.slice(0, -1), isOver: false }
      : { ...walk, isOver: false }
  // No way leads to a question that is not reached: then it is the question above.
  const page = walk.path.at(-1) ?? (walk.page > 0 || hasIntro(survey) ? walk.page - 1 : walk.page)
  return { ...walk, page, path: walk.path.slice(0, -1) }
}

/** True: there is something before the page that is shown. */
export const canWalkBack = (survey: Survey, walk: Walk): boolean =>
  walk.isOver || walk.path.length > 0 || walk.page > 0 || (walk.page === 0 && hasIntro(survey))

/** A walk that a changed survey can go on with: on a page that the survey still has. */
export function keptWalk(survey: Survey, walk: Walk): Walk {
  const last = survey.questions.length
  const fits = walk.page <= last && walk.path.every(index => index < last)
  const isThanks = walk.page === last && survey.appearance?.displayThankYouMessage !== true
  const isIntro = walk.page < 0 && !hasIntro(survey)
  return fits && !isThanks && !isIntro ? walk : startWalk(survey)
}
