import type { Branching, Question, Survey } from '../../../wire/survey'
import { rulesOf } from '../../questions/rules'
import { hasBranching, possibleSteps } from '../../session/branching'
import type { AddFinding } from './finding'

const BRANCHING_TYPES: readonly string[] = [
  'next_question',
  'end',
  'response_based',
  'specific_question',
] satisfies Branching['type'][]

const stepsFrom = (survey: Survey, index: number): number[] =>
  possibleSteps(survey, index).filter(step => step !== 'end')

function lintTarget({ questions }: Survey, target: unknown, path: string, add: AddFinding) {
  const exists = Number.isInteger(target)
    ? questions[target as number] !== undefined
    : target === 'end' || target === 'next_question'
  if (!exists) add('branch_to_nowhere', path, target)
}

function lintResponses(
  survey: Survey,
  question: Question,
  values: Record<string, unknown>,
  path: string,
  add: AddFinding,
) {
  const keys = rulesOf(question)
    .branchKeys(question)
    .filter(key => key !== undefined)
  if (keys.length === 0) return add('branching_type', path)
  for (const [key, target] of Object.entries(values)) {
    const valuePath = `${path}.responseValues.${key}`
    if (!keys.includes(key)) add('unknown_response', valuePath, key, keys, 'choices' in question)
    lintTarget(survey, target, valuePath, add)
  }
}

function lintBranching(survey: Survey, question: Question, path: string, add: AddFinding) {
  const { branching } = question
  if (!branching?.type) return
  if (!BRANCHING_TYPES.includes(branching.type))
    add('unknown_branching', path, branching.type, BRANCHING_TYPES)
  if (branching.type === 'specific_question') lintTarget(survey, branching.index, path, add)
  if (branching.type === 'response_based')
    lintResponses(survey, question, branching.responseValues ?? {}, path, add)
}

/** Returns the positions that a path from a question leads to. */
export function positionsAfter(survey: Survey, index: number): Set<number> {
  const positions = new Set(stepsFrom(survey, index))
  // A set iterates over what is added on the way.
  for (const position of positions) for (const step of stepsFrom(survey, position)) positions.add(step)
  // A question is asked once.
  positions.delete(index)
  return positions
}

/** Returns the positions whose branching can lead back to a question on the path to them. */
function cyclicPositions(survey: Survey): number[] {
  const positions: number[] = []
  const visited = new Set<number>()
  const visit = (index: number, path: readonly number[]) => {
    visited.add(index)
    for (const step of stepsFrom(survey, index)) {
      if (step === index || path.includes(step)) positions.push(index)
      else if (!visited.has(step)) visit(step, [...path, index])
    }
  }
  visit(0, [])
  return positions
}

/** Checks the paths through a survey. */
export function lintFlow(survey: Survey, add: AddFinding): void {
  const { questions, appearance } = survey
  questions.forEach((question, index) => {
    lintBranching(survey, question, `questions[${index}].branching`, add)
  })
  const reachable = positionsAfter(survey, 0).add(0)
  questions.forEach((_, index) => {
    if (!reachable.has(index)) add('unreachable', `questions[${index}]`)
  })
  for (const index of cyclicPositions(survey)) add('circle', `questions[${index}].branching`)
  if (!appearance?.shuffleQuestions) return
  const path = 'appearance.shuffleQuestions'
  if (questions.some(hasBranching)) add('shuffle_ignored', path, 'a question branches')
  else if (survey.enable_partial_responses) add('shuffle_ignored', path, 'partial responses are on')
}
