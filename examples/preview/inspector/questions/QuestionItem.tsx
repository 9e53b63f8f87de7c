import type { Question, Survey } from 'earshot'
import { indexAfterMove } from '../../edit/indexMap'
import { duplicateQuestion, moveQuestion, removeQuestion, TYPE_NAMES } from '../../edit/questions'
import { useFindingsAt } from '../../findings/findings'
import { previewAt } from '../../state/previewState'
import { useStore } from '../../state/store'
import { findByFocusKey, focusAfterRender } from '../../ui/focus'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { QuestionForm } from './QuestionForm'

/** One question in the list: its head with what can be done to it, and its form when it is open. */
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
  const act = useQuestionActions(index)
  const path = `questions[${index}]`
  const found = useFindingsAt(path, true)
  const worst = found.some(({ severity }) => severity === 'error') ? 'error' : 'warning'
  const count = store.get().history.present.questions.length
  const name = `question ${index + 1}`

  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    act.move(event.key === 'ArrowUp' ? -1 : 1, 'head')
  }
  return (
    <li class={`question ${isOpen ? 'is-open' : ''}`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the buttons inside. */}
      <div class="question-head" onKeyDown={onKeyDown}>
        <button
          type="button"
          class="question-title"
          aria-expanded={isOpen}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          data-focus-key={`head ${index}`}
          data-path={isOpen ? undefined : path}
          onClick={act.toggle}
        >
          <span class="number">{index + 1}</span>
          <span class="type-icon" title={TYPE_NAMES[question.type]}>
            <Icon name={question.type} />
            <span class="hidden">{TYPE_NAMES[question.type]}: </span>
          </span>
          <span class="words">{question.question || 'A question without a text'}</span>
          {found.length > 0 && (
            <span class={`count ${worst}`}>
              <Icon name={worst} />
              <span class="hidden">, {found.length === 1 ? 'one finding' : `${found.length} findings`}</span>
            </span>
          )}
        </button>
        <span class="question-tools">
          <IconButton
            icon="up"
            label={`Move ${name} up`}
            disabled={index === 0}
            focusKey={`up ${index}`}
            onClick={() => act.move(-1, 'up')}
          />
          <IconButton
            icon="down"
            label={`Move ${name} down`}
            disabled={index === count - 1}
            focusKey={`down ${index}`}
            onClick={() => act.move(1, 'down')}
          />
          <IconButton icon="copy" label={`Duplicate ${name}`} onClick={act.duplicate} />
          <IconButton icon="bin" label={`Remove ${name}`} onClick={act.remove} />
        </span>
      </div>
      {isOpen && <QuestionForm question={question} index={index} />}
    </li>
  )
}

/** What can be done to a question as a whole; the focus stays with what was acted on. */
function useQuestionActions(index: number) {
  const store = useStore()
  const show = (survey: Survey, open: number | null, notice: string) => {
    store.edit(survey)
    store.set({ openQuestion: open, notice, ...(open === null ? {} : { preview: previewAt(survey, open) }) })
  }
  const survey = () => store.get().history.present
  return {
    toggle() {
      const isOpen = store.get().openQuestion === index
      store.set(
        isOpen ? { openQuestion: null } : { openQuestion: index, preview: previewAt(survey(), index) },
      )
    },
    move(by: -1 | 1, mark: string) {
      const to = index + by
      const { openQuestion: open } = store.get()
      const next = moveQuestion(survey(), index, to)
      if (next === survey()) return
      const opened = open === null ? null : (indexAfterMove(index, to)(open) ?? null)
      show(next, opened, `Question ${index + 1} is now question ${to + 1}`)
      focusAfterRender(() => findByFocusKey(`${mark} ${to}`))
    },
    duplicate() {
      show(
        duplicateQuestion(survey(), index, crypto.randomUUID()),
        index + 1,
        `Question ${index + 1} duplicated`,
      )
      focusAfterRender(() => findByFocusKey(`text ${index + 1}`))
    },
    remove() {
      const next = removeQuestion(survey(), index)
      const { openQuestion: open } = store.get()
      const opened = open === null || open === index ? null : open > index ? open - 1 : open
      show(next, opened, `Question ${index + 1} removed. Undo brings it back.`)
      const near = Math.min(index, next.questions.length - 1)
      focusAfterRender(
        () => findByFocusKey(`head ${near}`) ?? document.querySelector<HTMLElement>('.adder button'),
      )
    },
  }
}
