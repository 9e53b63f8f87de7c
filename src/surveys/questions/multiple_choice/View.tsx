import type { MultipleChoiceQuestion } from '../../../wire/survey'
import { ChoiceList } from '../../ui/ChoiceList'
import type { View } from '../../ui/view'

/** Multiple choice: a list of checkboxes. */
export const multipleChoiceView: View<MultipleChoiceQuestion> = {
  labelling: 'group',
  Control: props => <ChoiceList kind="checkbox" {...props} />,
}
