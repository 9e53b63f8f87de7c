import type { Question, Survey } from 'earshot'
import { branchesByAnswer, describeBranchChanges, stepAfterRemoved } from '../../edit/branchChanges'
import { type IndexMap, indexAfterInsert, indexAfterMove } from '../../edit/indexMap'
import {
  duplicateQuestion,
  indexAfterRemoval,
  moveQuestion,
  movesInListOnly,
  removeQuestion,
  TYPE_NAMES,
} from '../../edit/questions'
import { useFindingsWithin } from '../../findings/findings'
import { previewAt } from '../../state/previewState'
import { type EditorState, useStore } from '../../state/store'
import { findByFocusKey, focusAfterRender } from '../../ui/focus'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { FindingCount } from './FindingCount'
import { QuestionForm } from './QuestionForm'

/** Shows a question of the list: its title, its actions and, when it is open, its form. */
export function QuestionItem({
  question,
  index,
  isOpen,
}: {
  question: Question
  index: number
  isOpen: boolean
}) {
  const store = useStore()
  const actions = useQuestionActions(index)
  const path = `questions[${index}]`
  const findings = useFindingsWithin(path)
  const count = store.get().history.present.questions.length
  const name = `question ${index + 1}`

  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    actions.move(event.key === 'ArrowUp' ? -1 : 1, 'title')
  }
  return (
    <li class={`question ${isOpen ? 'is-open' : ''}`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keyboard shortcuts for the buttons inside. */}
      <div class="question-header" onKeyDown={onKeyDown}>
        <button
          type="button"
          class="question-title"
          aria-expanded={isOpen}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          data-focus-key={`title ${index}`}
          data-path={isOpen ? undefined : path}
          onClick={actions.toggle}
        >
          <span class="number">{index + 1}</span>
          <span class="type-icon" title={TYPE_NAMES[question.type]}>
            <Icon name={question.type} />
            <span class="visually-hidden">{TYPE_NAMES[question.type]}: </span>
          </span>
          <span class="question-text">{question.question || 'Untitled question'}</span>
          <FindingCount findings={findings} />
        </button>
        <span class="question-actions">
          <IconButton
            icon="up"
            label={`Move ${name} up`}
            disabled={index === 0}
            focusKey={`up ${index}`}
            onClick={() => actions.move(-1, 'up')}
          />
          <IconButton
            icon="down"
            label={`Move ${name} down`}
            disabled={index === count - 1}
            focusKey={`down ${index}`}
            onClick={() => actions.move(1, 'down')}
          />
          <IconButton icon="copy" label={`Duplicate ${name}`} onClick={actions.duplicate} />
          <IconButton icon="trash" label={`Remove ${name}`} onClick={actions.remove} />
        </span>
      </div>
      {isOpen && <QuestionForm question={question} index={index} />}
    </li>
  )
}

/** Returns the actions on a question as a whole. Each keeps the focus on the question. */
function useQuestionActions(index: number) {
  const store = useStore()
  const apply = (
    next: Survey,
    openQuestion: EditorState['openQuestion'],
    notices: string[],
    mapIndex: IndexMap,
  ) => {
    const notice = [...notices, describeBranchChanges(survey(), next, mapIndex)].filter(Boolean).join(' ')
    store.edit(next)
    store.set({
      openQuestion,
      notice,
      ...(typeof openQuestion === 'number' && { preview: previewAt(next, openQuestion) }),
    })
  }
  const survey = () => store.get().history.present
  const openAfter = (mapIndex: IndexMap) => {
    const { openQuestion } = store.get()
    return typeof openQuestion === 'number' ? (mapIndex(openQuestion) ?? null) : openQuestion
  }
  return {
    toggle() {
      const isOpen = store.get().openQuestion === index
      store.set(
        isOpen ? { openQuestion: null } : { openQuestion: index, preview: previewAt(survey(), index) },
      )
    },
    move(by: -1 | 1, control: string) {
      const to = index + by
      const next = moveQuestion(survey(), index, to)
      if (next === survey()) return
      const mapIndex = indexAfterMove(index, to)
      const notices = [`Question ${index + 1} moved to position ${to + 1}.`]
      if (movesInListOnly(survey(), index, to)) notices.push('Visitors see the same order as before.')
      apply(next, openAfter(mapIndex), notices, mapIndex)
      focusAfterRender(() => findByFocusKey(`${control} ${to}`))
    },
    duplicate() {
      apply(
        duplicateQuestion(survey(), index, crypto.randomUUID()),
        index + 1,
        [`Question ${index + 1} duplicated.`],
        indexAfterInsert(index + 1),
      )
      focusAfterRender(() => findByFocusKey(`text ${index + 1}`))
    },
    remove() {
      const next = removeQuestion(survey(), index)
      const mapIndex = indexAfterRemoval(survey(), index)
      const notices = [`Question ${index + 1} removed. Undo restores it.`]
      if (branchesByAnswer(survey(), index))
        notices.push('It branched by answer: what led to it now leads to where skipping it led.')
      if (index === 0 && stepAfterRemoved(survey(), 0) !== 1 && next.questions.length > 0)
        notices.push(`“${next.questions[0]!.question || 'Untitled question'}” comes first now.`)
      apply(next, openAfter(mapIndex), notices, mapIndex)
      const neighbour = Math.min(index, next.questions.length - 1)
      focusAfterRender(
        () =>
          findByFocusKey(`title ${neighbour}`) ?? document.querySelector<HTMLElement>('.add-question button'),
      )
    },
  }
}
