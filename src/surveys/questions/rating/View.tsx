import type { ComponentChildren } from 'preact'
import type { RatingQuestion } from '../../../wire/survey'
import { Choice, onChoice } from '../../ui/Choice'
import { Face, Icon } from '../../ui/Icon'
import { type ControlProps, IDS, type View } from '../../ui/view'
import type { MessageKey } from '../../words/english'
import { ratingValues } from './answer'

/** Scale -> faces, worst first. Other scales are drawn as numbers, because seven faces cannot be told apart. */
const FACES: Record<number, readonly (readonly [name: MessageKey, mood: number])[]> = {
  3: [
    ['bad', -1],
    ['neutral', 0],
    ['good', 1],
  ],
  5: [
    ['worst', -2],
    ['bad', -1],
    ['neutral', 0],
    ['good', 1],
    ['best', 2],
  ],
}
const THUMBS: readonly (readonly [name: MessageKey, flipped: boolean])[] = [
  ['thumbs_up', false],
  ['thumbs_down', true],
]

/** Returns the labels at both ends of the scale. Thumbs need none. */
const boundLabels = ({ display, scale, lowerBoundLabel, upperBoundLabel }: RatingQuestion) =>
  display === 'emoji' && scale === 2 ? [] : [lowerBoundLabel, upperBoundLabel]

function Control({ question, draft, onPick, translate }: ControlProps<RatingQuestion>) {
  const isEmoji = question.display === 'emoji'
  const faces = isEmoji ? FACES[question.scale] : undefined
  const emoji = isEmoji && question.scale === 2 ? THUMBS : faces
  const drawEmoji = (index: number): ComponentChildren => {
    const entry = emoji?.[index]
    if (!entry) return undefined
    const [name, look] = entry
    return [
      typeof look === 'number' ? <Face mood={look} /> : <Icon name="thumb" size={28} flipped={look} />,
      <span class="sr-only">{translate(name)}</span>,
    ]
  }
  const values = ratingValues(question)
  const [lower, upper] = boundLabels(question)
  return (
    <div class="control">
      <div
        class={`scale ${faces ? 'emoji' : values.length > 6 ? 'dense' : ''}`}
        style={{ '--e-count': values.length }}
        part="options"
        {...onChoice(onPick)}
      >
        {values.map((value, index) => (
          <Choice key={value} kind="radio" class="cell" value={value} checked={draft === value}>
            <span class="tile" part="option">
              {drawEmoji(index) ?? value}
            </span>
          </Choice>
        ))}
      </div>
      {(lower || upper) && (
        <div class="labels" id={IDS.hint}>
          <span>{lower}</span>
          <span>{upper}</span>
        </div>
      )}
    </div>
  )
}

/** Rating: a radio group in one row, from the lowest value to the highest in reading direction. */
export const ratingView: View<RatingQuestion> = {
  labelling: 'radiogroup',
  hasHint: question => boundLabels(question).some(Boolean),
  Control,
}
