import type { LinkQuestion } from '../../../wire/survey'
import type { AnswerRules } from '../../session/answer'

/** What is reported when the person followed the link. */
const LINK_CLICKED = 'link clicked'

/** Link: the draft says whether it was followed. */
export const linkRules: AnswerRules<LinkQuestion> = {
  empty: () => false,
  restore: (_, answer) => answer === LINK_CLICKED,
  answer: (_, draft) => (draft ? LINK_CLICKED : null),
  problem: (question, draft) => (draft || question.optional ? null : { code: 'required' }),
  branchKey: () => undefined,
  branchKeys: () => [],
  prefill: () => undefined,
  submitsAtOnce: () => false,
}
