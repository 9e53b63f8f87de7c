import type { Question, Survey } from 'earshot'
import { describe, expect, it } from 'vitest'
import { describeBranchChanges } from '../../src/editor/edit/branchChanges'
import {
  branchingKinds,
  branchTarget,
  setBranchingKind,
  setBranchTarget,
} from '../../src/editor/edit/branching'
import { insertChoice, moveChoice, removeChoice } from '../../src/editor/edit/choices'
import { addLanguage, languageName, languagesOf, removeLanguage } from '../../src/editor/edit/languages'
import { formatPath, getAt, setAt } from '../../src/editor/edit/path'
import {
  changeScale,
  changeType,
  duplicateQuestion,
  indexAfterRemoval,
  insertQuestion,
  moveQuestion,
  newQuestion,
  removeQuestion,
} from '../../src/editor/edit/questions'
import { createStore } from '../../src/editor/state/store'

const open = (id: string, branching?: Question['branching']): Question => ({
  id,
  type: 'open',
  question: id,
  ...(branching && { branching }),
})

const responseBased = (responseValues: Record<string, number | string>): Question['branching'] => ({
  type: 'response_based',
  responseValues,
})

/** A rating with a branch for each part of its scale, and a branch to the last question. */
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

/** Returns the targets of all branches, as question ids. */
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
const TARGETS = { a: { detractors: 'b', passives: 'c', promoters: 'end' }, b: 'd', c: 'end', d: undefined }

describe('moveQuestion', () => {
  it.each([
    [1, 2, 'acbd', TARGETS],
    [2, 1, 'acbd', TARGETS],
    // The last question ended the survey by its place alone.
    [1, 3, 'acdb', { ...TARGETS, d: 'end' }],
  ])('moves question %i to %i (%s) and keeps what each answer leads to', (from, to, expected, branches) => {
    const moved = moveQuestion(survey(), from, to)
    expect(order(moved)).toBe(expected)
    expect(targets(moved)).toEqual(branches)
  })

  it('changes the order for visitors when no branch enters or leaves the questions that it passes', () => {
    const straight: Survey = { ...survey(), questions: [open('a'), open('b'), open('c')] }
    const moved = moveQuestion(straight, 2, 0)
    expect(order(moved)).toBe('cab')
    expect(targets(moved)).toEqual({ a: undefined, b: undefined, c: undefined })
  })

  it('never leads answers to the question that takes the place of theirs', () => {
    const before = setAt(survey(), ['questions', 0, 'branching'], responseBased({ passives: 2 }))
    // Detractors and promoters had no branch: "b" was the next question.
    expect(targets(moveQuestion(before, 1, 2))['a']).toEqual({
      detractors: 'b',
      passives: 'c',
      promoters: 'b',
    })
  })

  it('leads a question that comes first to the one that was first, and branches to it to what followed it', () => {
    const moved = moveQuestion(survey(), 1, 0)
    expect(order(moved)).toBe('bacd')
    expect(targets(moved)).toEqual({
      b: undefined,
      a: { detractors: 'd', passives: 'c', promoters: 'end' },
      c: 'end',
      d: undefined,
    })
    expect(moveQuestion(survey(), 0, 1)).toEqual(moved)
  })

  it.each([
    [0, -1],
    [3, 4],
    [2, 2],
    [9, 0],
  ])('returns the same survey for a move from %i to %i, which is not possible', (from, to) => {
    const before = survey()
    expect(moveQuestion(before, from, to)).toBe(before)
  })

  it('keeps a branch target that does not exist', () => {
    const path = ['questions', 0, 'branching', 'responseValues', 'promoters']
    expect(getAt(moveQuestion(setAt(survey(), path, 99), 2, 3), path)).toBe(99)
  })
})

describe('insertQuestion', () => {
  it.each([0, 1, 3, 4])('inserts a question at %i and keeps all branch targets', index => {
    const next = insertQuestion(survey(), index, newQuestion('open', 'x'))
    expect(next.questions[index]!.id).toBe('x')
    expect(targets(next)).toEqual({ ...TARGETS, x: undefined })
  })
})

describe('removeQuestion', () => {
  it('keeps branches to other questions, and leads answers that led to the removed one to what followed it', () => {
    expect(targets(removeQuestion(survey(), 1))).toEqual({
      a: { detractors: 'd', passives: 'c', promoters: 'end' },
      c: 'end',
      d: undefined,
    })
    expect(targets(removeQuestion(survey(), 3))).toEqual({ a: TARGETS.a, b: 'end', c: 'end' })
  })

  it('gives the question before it a branch when the removed one passed over the next question', () => {
    const before: Survey = {
      ...survey(),
      questions: [open('a'), open('b', { type: 'specific_question', index: 3 }), open('c'), open('d')],
    }
    expect(targets(removeQuestion(before, 1))).toEqual({ a: 'd', c: undefined, d: undefined })
  })

  it('leads to what follows a skipped answer when the removed one branched by answer', () => {
    const byAnswer = { ...survey().questions[0]!, branching: responseBased({ detractors: 'end' }) }
    const before: Survey = {
      ...survey(),
      questions: [open('start', { type: 'specific_question', index: 2 }), open('b'), byAnswer, open('d')],
    }
    expect(targets(removeQuestion(before, 2))).toEqual({ start: 'd', b: undefined, d: undefined })
  })

  it('puts the question that followed a removed first one first', () => {
    const before: Survey = {
      ...survey(),
      questions: [
        open('a', { type: 'specific_question', index: 2 }),
        open('b'),
        open('c', { type: 'specific_question', index: 1 }),
      ],
    }
    const after = removeQuestion(before, 0)
    expect(order(after)).toBe('cb')
    expect(targets(after)).toEqual({ c: 'b', b: 'c' })
  })

  it('is restored by undo, branches included', () => {
    const store = createStore({ past: [], present: survey(), future: [], lastChange: null }, {}, () => 0)
    store.edit(removeQuestion(survey(), 1))
    store.undo()
    expect(store.get().history.present).toEqual(survey())
  })
})

describe('answers in texts', () => {
  const asked = (id: string, question: string): Question => ({ ...open(id), question })
  const piped: Survey = {
    id: 's',
    type: 'popover',
    questions: [
      open('a'),
      open('b'),
      asked('c', '{{answer:1}} {{answer:2|you}}'),
      { ...asked('d', '{{answer:3}}'), translations: { de: { question: '{{answer:2}}' } } },
    ],
    appearance: { thankYouMessageHeader: '{{answer:4}} {{name}}' },
  }
  /** The questions that texts refer to, by id. */
  const references = ({ questions, appearance }: Survey) =>
    [...JSON.stringify([questions, appearance]).matchAll(/{{answer:(\d+)/g)]
      .map(([, number]) => questions[Number(number) - 1]?.id ?? number)
      .join()

  it('stay those of the same questions when questions are inserted, moved and duplicated', () => {
    expect(references(piped)).toBe('a,b,c,b,d')
    expect(references(insertQuestion(piped, 1, open('new')))).toBe('a,b,c,b,d')
    expect(references(moveQuestion(piped, 0, 1))).toBe('a,b,c,b,d')
    expect(references(moveQuestion(piped, 1, 0))).toBe('a,b,c,b,d')
    const copied = duplicateQuestion(piped, 2, 'copy')
    expect(copied.questions[3]!.question).toBe(piped.questions[2]!.question)
    expect(references(copied)).toBe('a,b,a,b,c,b,d')
  })

  it('stay when branches enter the questions that a moved one passes', () => {
    const branched = {
      ...survey(),
      appearance: { thankYouMessageHeader: '{{answer:1}} {{answer:2}} {{answer:4}}' },
    }
    for (const [from, to] of [
      [3, 1],
      [1, 0],
      [0, 2],
    ] as const)
      expect(references(moveQuestion(branched, from, to))).toBe('a,b,d')
  })

  it('have the number 0 once their question is removed', () => {
    const removed = removeQuestion(piped, 1)
    expect(removed.questions[1]!.question).toBe('{{answer:1}} {{answer:0|you}}')
    expect(references(removed)).toBe('a,0,c,0,d')
    expect(references(removeQuestion(removed, 0))).toBe('0,0,c,0,d')
  })

  it('leave a survey without them as it is', () => {
    const plain = { ...piped, questions: [open('a'), open('b')], appearance: { placeholder: '{{name}}' } }
    expect(moveQuestion(plain, 0, 1).appearance).toBe(plain.appearance)
  })
})

describe('describeBranchChanges', () => {
  it('names the answers that lead elsewhere, and their new target', () => {
    const describeRemoval = (before: Survey, index: number) =>
      describeBranchChanges(before, removeQuestion(before, index), indexAfterRemoval(before, index))
    expect(describeRemoval(survey(), 1)).toBe(
      'Answers “Detractors (0 to 6)” of question 1 now lead to question 3.',
    )
    expect(describeRemoval(survey(), 3)).toBe('Question 2 now leads to the end.')
  })

  it('names skipping, which no branch can lead elsewhere', () => {
    const before: Survey = setAt(survey(), ['questions', 0, 'optional'], true)
    const after = removeQuestion(before, 1)
    expect(describeBranchChanges(before, after, indexAfterRemoval(before, 1))).toContain(
      'Skipping question 1 now leads to question 2.',
    )
  })

  it('is empty when questions only follow the order of the list', () => {
    const before: Survey = { ...survey(), questions: [open('a'), open('b'), open('c')] }
    const after = removeQuestion(before, 1)
    expect(describeBranchChanges(before, after, indexAfterRemoval(before, 1))).toBe('')
  })
})

describe('duplicateQuestion', () => {
  it('inserts a copy with another id and the same branch targets after the original', () => {
    const next = duplicateQuestion(survey(), 1, 'copy')
    expect(order(next)).toBe('abcopycd')
    expect(targets(next)).toEqual({ ...TARGETS, copy: 'd' })
  })

  it('shares no object with the original', () => {
    const next = duplicateQuestion(survey(), 0, 'copy')
    expect(next.questions[1]!.branching).not.toBe(next.questions[0]!.branching)
  })
})

describe('changeType', () => {
  it('keeps texts and choices, and removes fields that the new type does not have', () => {
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

  it('keeps branching that does not depend on answers', () => {
    expect(targets(changeType(survey(), 1, 'link'))).toEqual(TARGETS)
  })
})

describe('changeScale', () => {
  it.each([
    [5, { negative: 'b', neutral: 'c', positive: 'end' }],
    [2, { negative: 'b', positive: 'end' }],
  ])('keeps the branch targets of each part of the scale when it changes to %i', (scale, expected) => {
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
  const summary = ({ questions: [question] }: Survey) => ({
    choices: question && 'choices' in question && question.choices,
    german: question?.translations?.['de']?.choices,
    values: question?.branching?.type === 'response_based' && question.branching.responseValues,
  })

  it.each<[string, Survey, ReturnType<typeof summary>]>([
    [
      'moves',
      moveChoice(withChoices(), 0, 2, 0),
      { choices: ['Blue', 'Red', 'Green'], german: ['Blau', 'Rot', 'Grün'], values: { 0: 'end', 1: 1 } },
    ],
    [
      'removes',
      removeChoice(withChoices(), 0, 0),
      { choices: ['Green', 'Blue'], german: ['Grün', 'Blau'], values: { 1: 'end' } },
    ],
    [
      'inserts',
      insertChoice(withChoices(), 0, 1, ''),
      {
        choices: ['Red', '', 'Green', 'Blue'],
        german: ['Rot', '', 'Grün', 'Blau'],
        values: { 0: 1, 3: 'end' },
      },
    ],
  ])('%s a choice together with its translations and branch', (_, next, expected) => {
    expect(summary(next)).toEqual(expected)
  })

  it('does not change a translation with a different number of choices', () => {
    const next = moveChoice(withChoices(), 0, 0, 1)
    expect(next.questions[0]!.translations?.['fr']).toEqual({ choices: ['Rouge'] })
  })

  it('returns the same survey when the new position does not exist', () => {
    const before = withChoices()
    expect(moveChoice(before, 0, 0, -1)).toBe(before)
    expect(moveChoice(before, 0, 2, 3)).toBe(before)
    expect(moveChoice(before, 1, 0, 1)).toBe(before)
  })
})

describe('branching', () => {
  it('offers branching by answer only for types that support it', () => {
    const [rating, text] = survey().questions
    expect(branchingKinds(rating!)).toContain('response_based')
    expect(branchingKinds(text!)).not.toContain('response_based')
  })

  it('removes the branching when the target is the next question', () => {
    expect(setBranchingKind(survey(), 1, 'next_question').questions[1]).not.toHaveProperty('branching')
    const next = setBranchTarget(survey(), 0, 'passives', 'next')
    expect(targets(next)['a']).toEqual({ detractors: 'b', promoters: 'end' })
    expect(branchTarget(next.questions[0]!, 'passives')).toBe('next')
  })

  it('sets the target of an answer', () => {
    const next = setBranchTarget(survey(), 0, 'passives', 3)
    expect(branchTarget(next.questions[0]!, 'passives')).toBe(3)
  })
})

describe('path', () => {
  it('sets a value without changing other objects', () => {
    const before = survey()
    const after = setAt(before, ['questions', 1, 'question'], 'Why?')
    expect(after.questions[1]!.question).toBe('Why?')
    expect(after.questions[0]).toBe(before.questions[0])
    expect(before.questions[1]!.question).toBe('b')
  })

  it('removes a key for undefined, and creates no objects for it', () => {
    const before = survey()
    expect(setAt(before, ['appearance', 'textColor'], undefined)).toEqual(before)
    expect(setAt(setAt(before, ['name'], 'A'), ['name'], undefined)).toEqual(before)
  })

  it('is formatted in the notation of lint findings', () => {
    expect(formatPath(['questions', 2, 'branching', 'responseValues', 'x'])).toBe(
      'questions[2].branching.responseValues.x',
    )
  })
})

describe('languages', () => {
  it('are collected from the survey and its questions, and removed from both', () => {
    const translated = setAt(
      addLanguage(survey(), 'fr'),
      ['questions', 1, 'translations', 'de', 'question'],
      'Warum?',
    )
    expect(languagesOf(translated)).toEqual(['de', 'fr'])
    expect(languagesOf(removeLanguage(translated, 'de'))).toEqual(['fr'])
    expect(removeLanguage(removeLanguage(translated, 'de'), 'fr')).toEqual(survey())
  })

  it('have an English name if their code is valid', () => {
    expect(languageName('de')).toBe('German')
    expect(languageName('not a code')).toBe('not a code')
  })
})
