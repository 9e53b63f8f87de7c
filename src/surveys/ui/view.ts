import type { VNode } from 'preact'
import type { Question } from '../../wire/survey'
import type { Draft } from '../questions/rules'
import type { Translate } from './messages'

/** What a control gets: the question, what it holds, and where to send what the person does. */
export interface ControlProps<Q extends Question> {
  question: Q
  draft: Draft<Q>
  /** The control holds something else now. */
  onDraft(draft: Draft<Q>): void
  /** The person has chosen it among options: the same, and where choosing is submitting, it is submitted. */
  onPick(draft: Draft<Q>): void
  /** An arrow key is looking through the options: what it comes past is no decision. */
  isArrowKeyDown(): boolean
  /** Submits as it is given here. */
  onSubmit(draft: Draft<Q>): void
  /** Positions of the choices in the order to draw them. */
  order: readonly number[]
  translate: Translate
  placeholder?: string
  /** The words of the main button. */
  submitLabel: string
  /** The last try to submit failed and still would. */
  invalid: boolean
  /** Ids of what describes the question: description, hint, problem. */
  describedBy: string
}

/** How one question type looks; the table of them is in `views.ts`. */
export interface View<Q extends Question> {
  /** How the question names its control: as the legend of a group, as the label of a field, or as a heading alone. */
  labelling: 'radiogroup' | 'group' | 'field' | 'nothing'
  /** True: the control draws an element with the id `IDS.hint` that says more about the question. */
  hasHint?(question: Q): boolean
  Control?(props: ControlProps<Q>): VNode
  /** Stands where the submit button would. */
  Action?(props: ControlProps<Q>): VNode
}

/** Ids inside the shadow root, which has them for itself. */
export const IDS = { title: 'title', about: 'about', field: 'field', hint: 'hint', problem: 'problem' }
