import type { VNode } from 'preact'
import type { Question } from '../../wire/survey'
import type { Draft } from '../questions/rules'
import type { Translate } from './messages'

/** Longest text of a text field, in UTF-16 units: the default `properties_string_max_length`, beyond which text is cut. See D-367. */
const MAX_TEXT = 65_535

/** Attributes of every text field. The last four keep password managers away. */
export const TEXT_FIELD = {
  class: 'text',
  maxLength: MAX_TEXT,
  autocomplete: 'off',
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-bwignore': '',
  'data-form-type': 'other',
}

/** What the control of a question gets. */
export interface ControlProps<Q extends Question> {
  question: Q
  draft: Draft<Q>
  /** Called when the control holds something else. */
  onChange(draft: Draft<Q>): void
  /** Called when the visitor chooses an option. Submits, too, when choosing is submitting. */
  onPick(draft: Draft<Q>): void
  /** Whether a key is moving through the options, which is not a decision yet. */
  selectsByKey(): boolean
  onSubmit(draft: Draft<Q>): void
  /** Positions of the choices in the order to draw them. */
  order: readonly number[]
  translate: Translate
  placeholder?: string
  /** The text of the main button. */
  submitLabel: string
  /** Whether the draft was refused and still would be. */
  invalid: boolean
  /** Whether the card tells the position of the question, in the element with the id `IDS.progress`. */
  hasProgress: boolean
  /** Ids of the elements that describe the question: description, hint, problem, and for a field its position. */
  describedBy: string
}

/** How one question type is drawn. */
export interface View<Q extends Question> {
  /** How the question labels its control: as the legend of a group, as the label of a field, or as a heading alone. */
  labelling: 'radiogroup' | 'group' | 'field' | 'nothing'
  /** Whether the control draws an element with the id `IDS.hint` that says more about the question. */
  hasHint?(question: Q): boolean
  Control?(props: ControlProps<Q>): VNode
  /** Replaces the submit button. */
  Action?(props: ControlProps<Q>): VNode
}

/** Ids of elements. Short, because the shadow root is their scope. */
export const IDS = {
  title: 'title',
  desc: 'desc',
  field: 'field',
  hint: 'hint',
  problem: 'problem',
  progress: 'progress',
}
