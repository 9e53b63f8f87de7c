import type { LinkQuestion } from '../../../wire/survey'
import type { QuestionLint } from '../../authoring/lint/finding'
import { safeUrl } from '../../ui/safeUrl'
import { isBlank } from '../isBlank'
import { LINK_CLICKED } from './answer'

/** Link: its address must be one that is opened. */
export const linkLint: QuestionLint<LinkQuestion> = {
  answers: () => [LINK_CLICKED],
  check({ link }, path, add) {
    if (isBlank(link)) add('missing_link', `${path}.link`)
    else if (!safeUrl(link, { relative: false })) add('refused_link', `${path}.link`)
  },
}
