import type { LinkQuestion } from '../../../wire/survey'
import type { AnswerRules } from '../answerRules'

/** Answer of a visitor who has clicked the link. Interface 2.4. */
export const LINK_CLICKED = 'link clicked'

/** Link: a fixed text once the visitor has clicked it. */
export const linkRules: AnswerRules<LinkQuestion, boolean> = {
  empty: () => false,
  restore: (_, answer) => answer === LINK_CLICKED,
  answer: (_, draft) => (draft ? LINK_CLICKED : null),
  problem: (question, draft) => (draft || question.optional ? null : { code: 'required' }),
  branchKey: () => undefined,
  branchKeys: () => [],
  prefill: () => undefined,
  submitsAtOnce: () => false,
}
