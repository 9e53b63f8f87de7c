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
  next_question: 'Next question',
  specific_question: 'Specific question',
  response_based: 'Branch by answer',
  end: 'End of the survey',
}

/** Returns the label of a question in the list of targets. */
const targetLabel = (question: Question, index: number) =>
  `${index + 1}. ${question.question || 'Untitled question'}`

/** Edits the branching of a question. */
export function BranchingFields({ question, index }: { question: Question; index: number }) {
  const store = useStore()
  const survey = useSurvey()
  const path = ['questions', index, 'branching'] as const
  const kind = question.branching?.type ?? 'next_question'
  const present = () => store.get().history.present
  const questions = survey.questions.map(
    (other, position) => [String(position), targetLabel(other, position)] as const,
  )
  const others = questions.filter((_, position) => position !== index)
  return (
    <fieldset class="branching">
      <legend>Branching</legend>
      <SelectField
        path={path}
        label="Next step"
        isLabelHidden
        options={branchingKinds(question).map(name => [name, KIND_NAMES[name]])}
        value={kind}
        onValue={value => store.edit(setBranchingKind(present(), index, value as Branching['type']))}
      />
      {question.branching?.type === 'specific_question' && (
        <SelectField
          path={[...path, 'index']}
          label="Go to"
          options={others}
          value={String(question.branching.index)}
          onValue={target => store.edit(setAt(present(), [...path, 'index'], Number(target)))}
        />
      )}
      {question.branching?.type === 'response_based' &&
        branchRows(question).map(([key, label]) => (
          <div class="branch-row" key={key}>
            <SelectField
              path={[...path, 'responseValues', key]}
              label={label}
              options={[['next', nextLabel(questions, index)], ...others, ['end', 'End of the survey']]}
              value={String(branchTarget(question, key))}
              onValue={value => store.edit(setBranchTarget(present(), index, key, targetOf(value)))}
            />
          </div>
        ))}
    </fieldset>
  )
}

/** Returns all branch keys of a question, and unknown keys that its branching has. */
function branchRows(question: Question): [key: string, label: string][] {
  const known = branchKeysOf(question).map(({ key, label }) => [key, label] as [string, string])
  const values = question.branching?.type === 'response_based' ? question.branching.responseValues : {}
  const others = Object.keys(values ?? {}).filter(key => !known.some(([name]) => name === key))
  return [...known, ...others.map(key => [key, `Answer “${key}”`] as [string, string])]
}

const nextLabel = (questions: readonly (readonly [string, string])[], index: number) =>
  questions[index + 1] ? 'Next question' : 'Next question (end of the survey)'

const targetOf = (value: string): BranchTarget =>
  value === 'next' || value === 'end' ? value : Number(value)
