import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answer, Branching, Question } from '../../../src/wire/survey'
import { callConsole, capture } from '../../interface/consoleApi'
import { sent, startSession } from '../../support/startSession'
import { open, rating, single } from '../../support/surveys'
import { createTestService } from '../testService'

const COUNT = 5
const step = fc.oneof(fc.integer({ min: 0, max: COUNT - 1 }), fc.constant('end'), fc.constant(99))
const values = (...keys: string[]) =>
  fc
    .dictionary(fc.constantFrom(...keys), step)
    .map((responseValues): Branching => ({ type: 'response_based', responseValues }))
const anyBranching = (...keys: string[]): fc.Arbitrary<Branching> =>
  fc.oneof(
    fc.constant<Branching>({ type: 'next_question' }),
    fc.constant<Branching>({ type: 'end' }),
    fc.integer({ min: 0, max: COUNT }).map((index): Branching => ({ type: 'specific_question', index })),
    values(...keys),
  )
const anyQuestion: fc.Arbitrary<Question> = fc.oneof(
  anyBranching('x').map(branching => open({ optional: true, branching })),
  fc
    .tuple(
      fc.constantFrom(2, 3, 5, 7, 10),
      anyBranching('detractors', 'promoters', 'negative', 'positive', '3'),
    )
    .map(([scale, branching]) => rating({ scale, branching, optional: true })),
  anyBranching('0', '1', '2').map(branching => single({ hasOpenChoice: true, branching, optional: true })),
)
const anySurvey = fc
  .array(anyQuestion, { minLength: COUNT, maxLength: COUNT })
  .map(questions => questions.map((question, index) => ({ ...question, id: `q${index}` })))

const ANSWERS: Record<string, Answer[]> = {
  open: ['text', null],
  rating: [1, 2, 3, 5, 9, null],
  single_choice: ['Red', 'Green', 'something else', null],
}
/** What a visitor does: an answer, or the way back. */
const anyAction = fc.oneof(
  { weight: 5, arbitrary: fc.nat(5) },
  { weight: 1, arbitrary: fc.constant('back' as const) },
)

describe('results of sessions of the client (D-588)', () => {
  it('have the path that the visitor took, and the question at which it was left', async () => {
    const service = createTestService()
    let surveys = 0
    await fc.assert(
      fc.asyncProperty(
        anySurvey,
        fc.array(anyAction, { minLength: 1, maxLength: 9 }),
        async (questions, actions) => {
          const given = {
            id: `s${++surveys}`,
            questions,
            enable_partial_responses: true,
            appearance: { allowGoBack: true },
          }
          const { session, host } = startSession(given)
          let expected = { path: [] as number[], lost: null as number | null, isCompleted: false }
          for (const action of actions) {
            const question = session.question()
            if (!question) break
            if (action === 'back') {
              session.back()
              continue
            }
            const choices = ANSWERS[question.type]!
            if (session.answer(choices[action % choices.length]!)) continue
            const { path, index, end } = session.state()
            expected = end
              ? { path: [...path, index], lost: null, isCompleted: true }
              : { path: [...path], lost: index, isCompleted: false }
          }
          const last = sent(host).at(-1)
          fc.pre(last !== undefined)
          await service.state.addSurvey(given)
          await capture(service, [{ event: 'survey sent', distinct_id: 'u', properties: last }])
          const { body } = await callConsole(service, `surveys/${given.id}/results`)
          expect(body.paths).toEqual([
            {
              question_ids: expected.path.map(index => `q${index}`),
              count: 1,
              completed: Number(expected.isCompleted),
            },
          ])
          expect(body.funnel.findIndex(({ lost }: { lost: number }) => lost > 0)).toBe(expected.lost ?? -1)
        },
      ),
      { numRuns: 120 },
    )
  })
})
