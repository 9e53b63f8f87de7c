import type { Question, Survey } from 'earshot'
import { describe, expect, it } from 'vitest'
import {
  branchingKinds,
  branchTarget,
  setBranchingKind,
  setBranchTarget,
} from '../../examples/preview/edit/branching'
import { insertChoice, moveChoice, removeChoice } from '../../examples/preview/edit/choices'
import { addLanguage, languageName, languagesOf, removeLanguage } from '../../examples/preview/edit/languages'
import { formatPath, getAt, setAt } from '../../examples/preview/edit/path'
import {
  changeScale,
  changeType,
  duplicateQuestion,
  insertQuestion,
  moveQuestion,
  newQuestion,
  removeQuestion,
} from '../../examples/preview/edit/questions'

const open = (id: string, branching?: Question['branching']): Question => ({
  id,
  type: 'open',
  question: id,
  ...(branching && { branching }),
})

/** A rating that leads to three questions by its parts, and a jump to the last one. */
const survey = (): Survey => ({
  id: 's',
  type: 'popover',
  questions: [
    {
      id: 'a',
      type: 'rating',
      question: 'a',
      display: 'number',
      scale: 10,
      branching: { type: 'response_based', responseValues: { detractors: 1, passives: 2, promoters: 'end' } },
    },
    open('b', { type: 'specific_question', index: 3 }),
    open('c', { type: 'end' }),
    open('d'),
  ],
})

/** Where every branch leads, by the ids of questions. */
function targets({ questions }: Survey) {
  const name = (target: number | string) => (typeof target === 'number' ? questions[target]?.id : target)
  return Object.fromEntries(
    questions.map(({ id, branching }) => {
      if (branching?.type === 'specific_question') return [id, name(branching.index)]
      if (branching?.type !== 'response_based') return [id, branching?.type]
      return [
        id,
        Object.fromEntries(Object.entries(branching.responseValues).map(([key, to]) => [key, name(to)])),
      ]
    }),
  )
}
const order = ({ questions }: Survey) => questions.map(({ id }) => id).join('')
const LED = { a: { detractors: 'b', passives: 'c', promoters: 'end' }, b: 'd', c: 'end', d: undefined }

describe('moving a question', () => {
  it.each([
    [0, 3, 'bcda'],
    [3, 0, 'dabc'],
    [1, 2, 'acbd'],
    [2, 1, 'acbd'],
    [1, 3, 'acdb'],
  ])('from %i to %i gives %s, and every branch leads where it led', (from, to, expected) => {
    const moved = moveQuestion(survey(), from, to)
    expect(order(moved)).toBe(expected)
    expect(targets(moved)).toEqual(LED)
  })

  it.each([
    [0, -1],
    [3, 4],
    [2, 2],
    [9, 0],
  ])('from %i to %i, where there is no such place, changes nothing', (from, to) => {
    const before = survey()
    expect(moveQuestion(before, from, to)).toBe(before)
  })

  it('leaves a position that never existed as it is', () => {
    const before = setAt(survey(), ['questions', 1, 'branching', 'index'], 99)
    expect(getAt(moveQuestion(before, 0, 1), ['questions', 0, 'branching', 'index'])).toBe(99)
  })
})

describe('putting a question in', () => {
  it.each([0, 1, 3, 4])('at %i keeps every branch', at => {
    const next = insertQuestion(survey(), at, newQuestion('open', 'x'))
    expect(next.questions[at]!.id).toBe('x')
    expect(targets(next)).toEqual({ ...LED, x: undefined })
  })
})

describe('taking a question out', () => {
  it('keeps the branches to others, and lets those to it go on with the next one', () => {
    expect(targets(removeQuestion(survey(), 1))).toEqual({
      a: { passives: 'c', promoters: 'end' },
      c: 'end',
      d: undefined,
    })
    expect(targets(removeQuestion(survey(), 3))).toEqual({
      a: LED.a,
      b: 'next_question',
      c: 'end',
    })
  })
})

describe('duplicating a question', () => {
  it('puts a copy with another id behind it, which leads where the original leads', () => {
    const next = duplicateQuestion(survey(), 1, 'copy')
    expect(order(next)).toBe('abcopycd')
    expect(targets(next)).toEqual({ ...LED, copy: 'd' })
  })

  it('shares nothing with the original', () => {
    const next = duplicateQuestion(survey(), 0, 'copy')
    expect(next.questions[1]!.branching).not.toBe(next.questions[0]!.branching)
  })
})

describe('changing the type of a question', () => {
  it('keeps texts and choices, and drops what only the old type had', () => {
    const before: Survey = {
      ...survey(),
      questions: [
        {
          id: 'q',
          type: 'single_choice',
          question: 'Which?',
          choices: ['One', 'Two'],
          hasOpenChoice: true,
          skipSubmitButton: true,
          branching: { type: 'response_based', responseValues: { 0: 'end' } },
        },
      ],
    }
    expect(changeType(before, 0, 'multiple_choice').questions[0]).toEqual({
      id: 'q',
      type: 'multiple_choice',
      question: 'Which?',
      choices: ['One', 'Two'],
      hasOpenChoice: true,
    })
    expect(changeType(before, 0, 'open').questions[0]).toEqual({ id: 'q', type: 'open', question: 'Which?' })
  })

  it('keeps branching that is not about answers', () => {
    expect(targets(changeType(survey(), 1, 'link'))).toEqual(LED)
  })
})

describe('changing a scale', () => {
  it.each([
    [5, { negative: 'b', neutral: 'c', positive: 'end' }],
    [2, { negative: 'b', positive: 'end' }],
  ])('to %i keeps branches with the part of the scale that they were about', (scale, expected) => {
    const next = changeScale(survey(), 0, scale)
    expect(targets(next)['a']).toEqual(expected)
    expect(next.questions[0]).toMatchObject({ scale })
  })
})

describe('choices', () => {
  const withChoices = (): Survey => ({
    id: 's',
    type: 'popover',
    questions: [
      {
        id: 'q',
        type: 'single_choice',
        question: 'q',
        choices: ['Red', 'Green', 'Blue'],
        translations: { de: { choices: ['Rot', 'Grün', 'Blau'] }, fr: { choices: ['Rouge'] } },
        branching: { type: 'response_based', responseValues: { 0: 1, 2: 'end' } },
      },
      open('r'),
    ],
  })
  const seen = ({ questions: [question] }: Survey) => ({
    choices: question && 'choices' in question && question.choices,
    german: question?.translations?.['de']?.choices,
    values: question?.branching?.type === 'response_based' && question.branching.responseValues,
  })

  it.each<[string, Survey, ReturnType<typeof seen>]>([
    [
      'moved',
      moveChoice(withChoices(), 0, 2, 0),
      { choices: ['Blue', 'Red', 'Green'], german: ['Blau', 'Rot', 'Grün'], values: { 0: 'end', 1: 1 } },
    ],
    [
      'removed',
      removeChoice(withChoices(), 0, 0),
      { choices: ['Green', 'Blue'], german: ['Grün', 'Blau'], values: { 1: 'end' } },
    ],
    [
      'put in',
      insertChoice(withChoices(), 0, 1, ''),
      {
        choices: ['Red', '', 'Green', 'Blue'],
        german: ['Rot', '', 'Grün', 'Blau'],
        values: { 0: 1, 3: 'end' },
      },
    ],
  ])('%s take their translations and branches along', (_, next, expected) => {
    expect(seen(next)).toEqual(expected)
  })

  it('leaves a translation of another length alone', () => {
    const next = moveChoice(withChoices(), 0, 0, 1)
    expect(next.questions[0]!.translations?.['fr']).toEqual({ choices: ['Rouge'] })
  })

  it('has no place beyond its ends', () => {
    const before = withChoices()
    expect(moveChoice(before, 0, 0, -1)).toBe(before)
    expect(moveChoice(before, 0, 2, 3)).toBe(before)
    expect(moveChoice(before, 1, 0, 1)).toBe(before)
  })
})

describe('branching', () => {
  it('offers answers only where a question can branch by them', () => {
    const [rating, text] = survey().questions
    expect(branchingKinds(rating!)).toContain('response_based')
    expect(branchingKinds(text!)).not.toContain('response_based')
  })

  it('writes nothing for "the next question"', () => {
    expect(setBranchingKind(survey(), 1, 'next_question').questions[1]).not.toHaveProperty('branching')
    const next = setBranchTarget(survey(), 0, 'passives', 'next')
    expect(targets(next)['a']).toEqual({ detractors: 'b', promoters: 'end' })
    expect(branchTarget(next.questions[0]!, 'passives')).toBe('next')
  })

  it('sets where an answer leads', () => {
    const next = setBranchTarget(survey(), 0, 'passives', 3)
    expect(branchTarget(next.questions[0]!, 'passives')).toBe(3)
  })
})

describe('values at a path', () => {
  it('are set without touching the rest', () => {
    const before = survey()
    const after = setAt(before, ['questions', 1, 'question'], 'Why?')
    expect(after.questions[1]!.question).toBe('Why?')
    expect(after.questions[0]).toBe(before.questions[0])
    expect(before.questions[1]!.question).toBe('b')
  })

  it('are taken out by undefined, and nothing is made for them', () => {
    const before = survey()
    expect(setAt(before, ['appearance', 'textColor'], undefined)).toEqual(before)
    expect(setAt(setAt(before, ['name'], 'A'), ['name'], undefined)).toEqual(before)
  })

  it('are named as findings name them', () => {
    expect(formatPath(['questions', 2, 'branching', 'responseValues', 'x'])).toBe(
      'questions[2].branching.responseValues.x',
    )
  })
})

describe('languages', () => {
  it('come from the survey and from its questions', () => {
    const survey2 = setAt(
      addLanguage(survey(), 'fr'),
      ['questions', 1, 'translations', 'de', 'question'],
      'Warum?',
    )
    expect(languagesOf(survey2)).toEqual(['de', 'fr'])
    expect(languagesOf(removeLanguage(survey2, 'de'))).toEqual(['fr'])
    expect(removeLanguage(removeLanguage(survey2, 'de'), 'fr')).toEqual(survey())
  })

  it('have a name where their code is one', () => {
    expect(languageName('de')).toBe('German')
    expect(languageName('not a code')).toBe('not a code')
  })
})
