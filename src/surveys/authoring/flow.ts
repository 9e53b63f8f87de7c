import type { Answer, Survey } from '../../wire/survey'
import * as branching from '../session/branching'
import * as paths from '../session/pathToQuestion'
import { normalizeSurvey } from './normalizeSurvey'

/**
 * Returns the step after an answered question.
 *
 * ```ts
 * const step = nextStep(survey, 0, 9)
 * ```
 *
 * @param index Zero-based position of the answered question.
 * @param answer `null` when the question was skipped.
 * @returns A position that exists, or `'end'`. Interface 2.4, branching.
 */
export const nextStep = (survey: Survey, index: number, answer: Answer): branching.Step =>
  branching.nextStep(normalizeSurvey(survey), index, answer)

/**
 * Returns the step that a visitor gets in place of a question that is answered already: the one that this question's own branch
 * leads to. See D-167.
 *
 * ```ts
 * const step = skipAnswered(survey, nextStep(survey, 1, 'yes'), [0, 1], index => answers[index] ?? null)
 * ```
 *
 * @param visited Positions answered so far.
 * @param answerOf Returns the answer to the question at a position.
 */
export const skipAnswered = (
  survey: Survey,
  step: branching.Step,
  visited: readonly number[],
  answerOf: (index: number) => Answer,
): branching.Step => branching.skipAnswered(normalizeSurvey(survey), step, new Set(visited), answerOf)

/**
 * Returns the positions of the questions on the shortest path to a page, in order.
 *
 * ```ts
 * renderSurveyPreview(box, survey, { page: 2, path: pathToQuestion(survey, 2) })
 * ```
 *
 * @param page Position of a question. Their number is the end.
 * @returns Empty for the first question, and for one that no path leads to.
 */
export const pathToQuestion = (survey: Survey, page: number): readonly number[] =>
  paths.pathToQuestion(normalizeSurvey(survey), page)
