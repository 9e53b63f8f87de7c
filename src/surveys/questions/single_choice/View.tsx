import type { SingleChoiceQuestion } from '../../../wire/survey'
import { ChoiceList } from '../../ui/ChoiceList'
import type { View } from '../../ui/view'

/** Single choice: a list of radios. */
export const singleChoiceView: View<SingleChoiceQuestion> = {
  labelling: 'radiogroup',
  Control: props => <ChoiceList kind="radio" {...props} />,
}
