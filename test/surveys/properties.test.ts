import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lintSurvey } from '../../src/surveys/authoring/lint/lintSurvey'
import { createSession } from '../../src/surveys/session/createSession'
import type { Branching, Question, Survey } from '../../src/wire/survey'
import { fakeHost, settled } from '../support/fakeHost'
import { fakePage } from '../support/fakePage'
import { parsed } from '../support/parsed'
import { sent } from '../support/startSession'
import { multiple, open, rating, single, survey } from '../support/surveys'
import { openTab } from '../support/tab'

const target = fc.oneof(fc.integer({ min: -2, max: 9 }), fc.constantFrom('end', 'next_question', '3'))
const keys = ['0', '1', '2', 'negative', 'neutral', 'positive', '4']
const branching = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom<Branching>({ type: 'end' }, { type: 'next_question' }),
  target.map(index => ({ type: 'specific_question', index }) as Branching),
  fc
    .dictionary(fc.constantFrom(...keys), target)
    .map((responseValues): Branching => ({ type: 'response_based', responseValues })),
)
const question: fc.Arbitrary<Question> = fc
  .record({
    type: fc.constantFrom<Question['type']>('open', 'rating', 'single_choice', 'multiple_choice'),
    branching,
    optional: fc.boolean(),
  })
  .map(({ type, ...fields }) => {
    switch (type) {
      case 'rating':
        return rating({ ...fields, scale: 5 })
      case 'single_choice':
        return single(fields)
      case 'multiple_choice':
        return multiple(fields)
      default:
        return open(fields)
    }
  })
const anySurvey: fc.Arbitrary<Survey> = fc
  .record({
    questions: fc.array(question, { minLength: 1, maxLength: 7 }),
    shuffleQuestions: fc.boolean(),
    enable_partial_responses: fc.boolean(),
  })
  .map(({ questions, shuffleQuestions, ...fields }) =>
    survey({
      ...fields,
      questions: questions.map((each, index) => ({ ...each, id: `id-${index}` })),
      appearance: { shuffleQuestions, allowGoBack: true },
    }),
  )

/** Returns an answer to any question. The number selects which. */
function answerTo(question: Question, choice: number) {
  switch (question.type) {
    case 'rating':
      return (choice % 5) + 1
    case 'single_choice':
      return question.choices[choice % 3]!
    case 'multiple_choice':
      return [question.choices[choice % 3]!]
    default:
      return `text ${choice}`
  }
}

describe('createSession with random branching and answers', () => {
  it('shows each question at most once until the end, with progress that never gets longer', () => {
    fc.assert(
      fc.property(
        anySurvey,
        fc.array(fc.nat(9), { minLength: 8, maxLength: 8 }),
        fc.nat(99),
        (definition, choices, seed) => {
          const host = fakeHost({ page: fakePage({ seed }) })
          const session = createSession(parsed(definition), host)
          const shown: number[] = []
          let longest = Number.POSITIVE_INFINITY
          while (session.state().page === 'question') {
            const current = session.question()
            expect(current).not.toBeNull()
            expect(shown).not.toContain(session.state().index)
            shown.push(session.state().index)
            const { step, of } = session.progress()
            expect(step).toBe(shown.length)
            expect(of).toBeLessThanOrEqual(longest)
            expect(of).toBeGreaterThanOrEqual(step)
            longest = of
            expect(session.answer(answerTo(current!, choices[shown.length - 1]!))).toBeNull()
          }
          expect(session.state().end).toBe('sent')
          const last = sent(host)[sent(host).length - 1]!
          const answered = Object.keys(last).filter(name => name.startsWith('$survey_response_'))
          expect(answered.sort()).toEqual(shown.map(index => `$survey_response_id-${index}`).sort())
          expect(sent(host).length).toBe(definition.enable_partial_responses ? shown.length : 1)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('returns to the same question after back and after a reload', () => {
    fc.assert(
      fc.property(anySurvey, fc.array(fc.nat(9), { minLength: 8, maxLength: 8 }), (definition, choices) => {
        const host = fakeHost()
        const session = createSession(parsed(definition), host)
        const states = [session.state()]
        for (const choice of choices) {
          const current = session.question()
          if (!current) break
          session.answer(answerTo(current, choice))
          if (session.question()) states.push(session.state())
        }
        if (session.state().page !== 'question') return
        const { index, path, answers } = createSession(
          parsed(definition),
          fakeHost({ page: host.page, store: host.store }),
        ).state()
        expect({ index, path, answers }).toEqual({
          index: states.at(-1)!.index,
          path: states.at(-1)!.path,
          answers: session.state().answers,
        })
        for (const before of states.slice(0, -1).reverse()) {
          session.back()
          expect(session.state().index).toBe(before.index)
        }
        expect(session.canGoBack()).toBe(false)
      }),
      { numRuns: 200 },
    )
  })
})

describe('a random survey definition', () => {
  const field = fc.oneof(fc.anything(), fc.constantFrom('popover', 'open', 'rating', '(', 'regex', null))
  const junk = fc.record(
    {
      id: fc.string({ minLength: 1 }),
      type: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('popover', 'widget') }, field),
      name: field,
      questions: fc.array(
        fc.oneof(
          question,
          fc.record({
            type: fc.constantFrom('open', 'rating', 'single_choice'),
            question: field,
            choices: field,
            scale: field,
            branching: field,
            translations: field,
            validation: field,
          }),
        ),
        { minLength: 1, maxLength: 3 },
      ),
      conditions: fc.oneof(
        field,
        fc.dictionary(
          fc.constantFrom(
            'url',
            'urlMatchType',
            'deviceTypes',
            'events',
            'cancelEvents',
            'actions',
            'selector',
            'linkedFlagVariant',
          ),
          field,
        ),
      ),
      appearance: fc.oneof(
        field,
        fc.dictionary(fc.constantFrom('surveyPopupDelaySeconds', 'textColor', 'widgetType'), field),
      ),
      feature_flag_keys: field,
      start_date: fc.oneof({ weight: 4, arbitrary: fc.constant('2025-01-01') }, field),
      end_date: fc.constantFrom(null, undefined),
      linked_flag: field,
      translations: field,
    },
    { requiredKeys: ['id', 'questions'] },
  )

  it('never throws in lintSurvey', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), junk), definition => {
        expect(Array.isArray(lintSurvey(definition))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('never keeps a valid survey of the same list from showing', async () => {
    await fc.assert(
      fc.asyncProperty(junk, async definition => {
        const { host, surveys } = await openTab([
          definition,
          survey({ id: 'valid survey', schedule: 'once' }),
        ])
        host.captureFromPage('paid')
        await settled()
        for (const { session } of [...host.shown])
          if (session.state().survey.id !== 'valid survey') session.dismiss()
        await settled()
        expect(host.ids()).toContain('valid survey')
        surveys.stop()
      }),
      { numRuns: 150 },
    )
  })
})
