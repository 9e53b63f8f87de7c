import type { ComponentChildren } from 'preact'
import type { RatingQuestion } from '../../../wire/survey'
import { Choice } from '../../ui/Choice'
import { Face, Icon } from '../../ui/Icon'
import type { MessageKey } from '../../ui/messages'
import { type ControlProps, IDS, type View } from '../../ui/view'
import { ratingValues } from './answer'

/** Moods of the faces, worst first. A scale without a row here is drawn in numbers: seven faces tell nobody apart. */
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
const THUMBS: readonly (readonly [name: MessageKey, turned: boolean])[] = [
  ['thumbs_up', false],
  ['thumbs_down', true],
]

/** The words at the two ends; thumbs say it themselves. */
const endsOf = ({ display, scale, lowerBoundLabel, upperBoundLabel }: RatingQuestion) =>
  display === 'emoji' && scale === 2 ? [] : [lowerBoundLabel, upperBoundLabel]

function Control({ question, draft, onPick, translate: say }: ControlProps<RatingQuestion>) {
  const emoji = question.display === 'emoji'
  const thumbs = emoji && question.scale === 2
  const faces = emoji ? FACES[question.scale] : undefined
  const pictureOf = (place: number): ComponentChildren => {
    const name = (thumbs ? THUMBS : faces)?.[place]
    if (!name) return undefined
    return [
      typeof name[1] === 'number' ? (
        <Face mood={name[1]} />
      ) : (
        <Icon name="thumb" size={28} turned={name[1]} />
      ),
      <span class="sr">{say(name[0])}</span>,
    ]
  }
  const values = ratingValues(question)
  const [lower, upper] = endsOf(question)
  return (
    <div class="control">
      <div
        class={`scale ${faces ? 'pics' : values.length > 6 ? 'wide' : ''}`}
        style={{ '--e-n': values.length }}
        part="options"
      >
        {values.map((value, place) => (
          <Choice
            key={value}
            kind="radio"
            class="cell"
            checked={draft === value}
            onPick={() => onPick(value)}
          >
            <span class="face" part="option">
              {pictureOf(place) ?? value}
            </span>
          </Choice>
        ))}
      </div>
      {(lower || upper) && (
        <div class="ends" id={IDS.hint}>
          <span>{lower}</span>
          <span>{upper}</span>
        </div>
      )}
    </div>
  )
}

/** Rating: a radio group in one row, from the least to the most in the direction of reading. */
export const ratingView: View<RatingQuestion> = {
  labelling: 'radiogroup',
  hasHint: question => endsOf(question).some(Boolean),
  Control,
}
