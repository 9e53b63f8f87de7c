import type { Question } from 'earshot'
import { TYPE_NAMES } from '../../edit/questions'
import { useFindingsWithin } from '../../findings/findings'
import { useStore } from '../../state/store'
import { Grip } from '../../ui/Grip'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import type { DragSort } from '../../ui/useDragSort'
import { FindingCount } from './FindingCount'
import { QuestionForm } from './QuestionForm'
import { questionActions } from './questionActions'

/** Shows a question of the list: its title, its actions and, when it is open, its form. */
export function QuestionItem({
  question,
  index,
  isOpen,
  sort,
}: {
  question: Question
  index: number
  isOpen: boolean
  sort: DragSort<HTMLElement>
}) {
  const store = useStore()
  const actions = questionActions(store)
  const path = `questions[${index}]`
  const findings = useFindingsWithin(path)
  const count = store.get().history.present.questions.length
  const name = `question ${index + 1}`

  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    actions.move(index, event.key === 'ArrowUp' ? index - 1 : index + 1, 'title')
  }
  return (
    <li class={`question ${isOpen ? 'is-open' : ''} ${sort.classOf(index)}`} data-sort>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keyboard shortcuts for the buttons inside. */}
      <div class="question-header" onKeyDown={onKeyDown}>
        <Grip index={index} onPress={sort.onPress} />
        <button
          type="button"
          class="question-title"
          aria-expanded={isOpen}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          data-focus-key={`title ${index}`}
          data-path={isOpen ? undefined : path}
          onClick={() => actions.toggle(index)}
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
            onClick={() => actions.move(index, index - 1, 'up')}
          />
          <IconButton
            icon="down"
            label={`Move ${name} down`}
            disabled={index === count - 1}
            focusKey={`down ${index}`}
            onClick={() => actions.move(index, index + 1, 'down')}
          />
          <IconButton icon="copy" label={`Duplicate ${name}`} onClick={() => actions.duplicate(index)} />
          <IconButton icon="trash" label={`Remove ${name}`} onClick={() => actions.remove(index)} />
        </span>
      </div>
      {isOpen && <QuestionForm question={question} index={index} />}
    </li>
  )
}
