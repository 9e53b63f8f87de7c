import type { Branching, Question, Survey } from '../../../wire/survey'
import { rulesOf } from '../../questions/rules'
import { hasBranching, possibleSteps } from '../../session/branching'
import type { AddFinding } from './finding'

const KINDS: readonly string[] = [
  'next_question',
  'end',
  'response_based',
  'specific_question',
] satisfies Branching['type'][]

const stepsFrom = (survey: Survey, index: number): number[] =>
  possibleSteps(survey, index).filter(step => step !== 'end')

function lintTarget(survey: Survey, target: unknown, path: string, note: AddFinding) {
  if (Number.isInteger(target) && survey.questions[target as number]) return
  if (Number.isInteger(target))
    note(
      'error',
      'branch_to_nowhere',
      path,
      `There is no question at position ${target}, counted from 0: the survey ends here.`,
    )
  else if (target !== 'end' && target !== 'next_question') {
    note(
      'error',
      'branch_to_nowhere',
      path,
      `${JSON.stringify(target) ?? 'Nothing'} is no position of a question: the next question follows.`,
    )
  }
}

function lintResponses(
  survey: Survey,
  question: Question,
  values: Record<string, unknown>,
  path: string,
  note: AddFinding,
) {
  const keys = rulesOf(question).branchKeys(question)
  if (keys.length === 0) {
    return note(
      'error',
      'branching_type',
      path,
      'Only single choices and ratings of the usual scales can branch by response: the next question follows.',
    )
  }
  for (const [key, target] of Object.entries(values)) {
    if (!keys.includes(key))
      note(
        'warning',
        'unknown_response',
        `${path}.responseValues.${key}`,
        `No answer is called "${key}", so nothing comes of it; there are ${keys.join(', ')}${'choices' in question ? ', the positions of the choices' : ''}.`,
      )
    lintTarget(survey, target, `${path}.responseValues.${key}`, note)
  }
}

function lintBranching(survey: Survey, question: Question, path: string, note: AddFinding) {
  const { branching } = question
  if (!branching?.type) return
  if (!KINDS.includes(branching.type)) {
    note('error', 'unknown_branching', path, `"${branching.type}" is not known: the next question follows.`)
  }
  if (branching.type === 'specific_question') lintTarget(survey, branching.index, path, note)
  if (branching.type === 'response_based')
    lintResponses(survey, question, branching.responseValues ?? {}, path, note)
}

/** Positions that can be come to from the first question. */
function reachable(survey: Survey): Set<number> {
  const found = new Set([0])
  for (const index of found) for (const step of stepsFrom(survey, index)) found.add(step)
  return found
}

/** Positions whose branching leads back to a question on the way to them. */
function circular(survey: Survey): number[] {
  const found: number[] = []
  const done = new Set<number>()
  const visit = (index: number, way: readonly number[]) => {
    done.add(index)
    for (const step of stepsFrom(survey, index)) {
      if (step === index || way.includes(step)) found.push(index)
      else if (!done.has(step)) visit(step, [...way, index])
    }
  }
  visit(0, [])
  return found
}

/** Looks at the ways through a survey. */
export function lintFlow(survey: Survey, note: AddFinding): void {
  const { questions, appearance } = survey
  questions.forEach((question, index) =>
    lintBranching(survey, question, `questions[${index}].branching`, note),
  )
  const reached = reachable(survey)
  questions.forEach((_, index) => {
    if (!reached.has(index))
      note('error', 'unreachable', `questions[${index}]`, 'No way leads to this question.')
  })
  for (const index of circular(survey)) {
    note(
      'warning',
      'circle',
      `questions[${index}].branching`,
      'It can lead back to a question that was asked before. Nobody is asked twice: what follows on its answer comes next.',
    )
  }
  if (!appearance?.shuffleQuestions) return
  const reason = questions.some(hasBranching)
    ? 'a question branches'
    : survey.enable_partial_responses
      ? 'partial responses are kept'
      : undefined
  if (reason)
    note(
      'warning',
      'shuffle_ignored',
      'appearance.shuffleQuestions',
      `The questions keep their order, because ${reason}.`,
    )
}
