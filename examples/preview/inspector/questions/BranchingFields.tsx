import type { Branching, Question } from 'earshot'
import {
  type BranchTarget,
  branchingKinds,
  branchTarget,
  setBranchingKind,
  setBranchTarget,
} from '../../edit/branching'
import { branchKeysOf } from '../../edit/branchKeys'
import { setAt } from '../../edit/path'
import { useStore, useSurvey } from '../../state/store'
import { SelectField } from '../fields'

const KIND_NAMES: Record<Branching['type'], string> = {
  next_question: 'The next question',
  specific_question: 'Always the same question',
  response_based: 'It depends on the answer',
  end: 'The end',
}

/** A question as it is named in a list of targets. */
const nameOf = (question: Question, index: number) =>
  `${index + 1}. ${question.question || 'A question without a text'}`

/** What follows a question, chosen by the name of the question to go to. */
export function BranchingFields({ question, index }: { question: Question; index: number }) {
  const store = useStore()
  const survey = useSurvey()
  const path = ['questions', index, 'branching'] as const
  const kind = question.branching?.type ?? 'next_question'
  const present = () => store.get().history.present
  const questions = survey.questions.map((other, at) => [String(at), nameOf(other, at)] as const)
  const others = questions.filter((_, at) => at !== index)
  return (
    <fieldset class="branching">
      <legend>What follows</legend>
      <SelectField
        path={path}
        label="After this question comes"
        hidesLabel
        options={branchingKinds(question).map(name => [name, KIND_NAMES[name]])}
        value={kind}
        onValue={picked => store.edit(setBranchingKind(present(), index, picked as Branching['type']))}
      />
      {question.branching?.type === 'specific_question' && (
        <SelectField
          path={[...path, 'index']}
          label="Go to"
          options={others}
          value={String(question.branching.index)}
          onValue={at => store.edit(setAt(present(), [...path, 'index'], Number(at)))}
        />
      )}
      {question.branching?.type === 'response_based' &&
        responseRows(question).map(([key, label]) => (
          <div class="response" key={key}>
            <SelectField
              path={[...path, 'responseValues', key]}
              label={label}
              options={[['next', nextName(questions, index)], ...others, ['end', 'The end']]}
              value={String(branchTarget(question, key))}
              onValue={picked => store.edit(setBranchTarget(present(), index, key, targetOf(picked)))}
            />
          </div>
        ))}
    </fieldset>
  )
}

/** Every sort of answer, and whatever else the branching names. */
function responseRows(question: Question): [key: string, label: string][] {
  const known = branchKeysOf(question).map(({ key, label }) => [key, label] as [string, string])
  const values = question.branching?.type === 'response_based' ? question.branching.responseValues : {}
  const others = Object.keys(values ?? {}).filter(key => !known.some(([name]) => name === key))
  return [...known, ...others.map(key => [key, `Answer “${key}”`] as [string, string])]
}

const nextName = (questions: readonly (readonly [string, string])[], index: number) =>
  questions[index + 1] ? 'The next question' : 'The next question (the end)'

const targetOf = (picked: string): BranchTarget =>
  picked === 'next' || picked === 'end' ? picked : Number(picked)
