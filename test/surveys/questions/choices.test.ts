import { describe, expect, it } from 'vitest'
import { multipleChoiceRules } from '../../../src/surveys/questions/multiple_choice/answer'
import { singleChoiceRules } from '../../../src/surveys/questions/single_choice/answer'
import type { ChoiceDraft } from '../../../src/surveys/session/answer'
import type { Answer } from '../../../src/wire/survey'
import { multiple, single } from '../../support/surveys'

const OTHER = { choices: ['Web', 'Print', 'Other'], hasOpenChoice: true }
const draft = (picked: number[], other = ''): ChoiceDraft => ({ picked, other })

describe('single choice', () => {
  it.each<[string, ChoiceDraft, Answer]>([
    ['nothing picked', draft([]), null],
    ['a choice', draft([1]), 'Print'],
    ['the open choice, trimmed', draft([2], '  Radio '), 'Radio'],
    ['the open choice without a text', draft([2], '  '), null],
    ['the open choice that repeats a listed one', draft([2], 'Web'), 'Web'],
    ['a text beside a choice that is picked', draft([0], 'Radio'), 'Web'],
  ])('reports %s', (_, given, expected) => {
    expect(singleChoiceRules.answer(single(OTHER), given)).toEqual(expected)
  })

  it.each<[string, ChoiceDraft, boolean, string | undefined]>([
    ['nothing', draft([]), false, 'required_choice'],
    ['the open choice without a text', draft([2]), false, 'required_other'],
    ['the open choice with blanks', draft([2], '  '), false, 'required_other'],
    ['the open choice with a text', draft([2], 'Radio'), false, undefined],
    ['a choice', draft([0]), false, undefined],
    ['nothing of an optional one', draft([]), true, undefined],
  ])('%s', (_, given, optional, word) => {
    expect(singleChoiceRules.problem(single({ ...OTHER, optional }), given)?.code).toBe(word)
  })

  it.each<[string, Answer, string | undefined]>([
    ['a choice by its place in the definition', 'Print', '1'],
    ['any other text as the open choice', 'Radio', '2'],
    ['nothing for no answer', null, undefined],
  ])('branches by %s', (_, answer, key) => {
    expect(singleChoiceRules.branchKey(single(OTHER), answer)).toBe(key)
  })

  it('has no key for an unknown text without an open choice', () => {
    expect(singleChoiceRules.branchKey(single(), 'Radio')).toBeUndefined()
  })

  it.each<[string, Answer, ChoiceDraft]>([
    ['a choice', 'Print', draft([1])],
    ['a text of its own', 'Radio', draft([2], 'Radio')],
    ['the label of the open choice as a text of its own', 'Other', draft([2], 'Other')],
    ['nothing', null, draft([])],
    ['an empty text', '', draft([])],
  ])('shows %s again', (_, answer, expected) => {
    expect(singleChoiceRules.restore(single(OTHER), answer)).toEqual(expected)
  })

  it('shows nothing for an answer that is not a choice any more', () => {
    expect(singleChoiceRules.restore(single(), 'Violet')).toEqual(draft([]))
  })

  it.each<[string, string[], Answer | undefined]>([
    ['a position', ['1'], 'Green'],
    ['the first of several', ['2', '0'], 'Blue'],
    ['none past the end', ['9'], undefined],
    ['none below', ['-1'], undefined],
    ['none for a label', ['Red'], undefined],
  ])('prefills %s', (_, values, expected) => {
    expect(singleChoiceRules.prefill(single(), values)).toBe(expected)
  })

  it.each<[string, object, boolean]>([
    ['with skipSubmitButton', { skipSubmitButton: true }, true],
    ['not without', {}, false],
    ['not with an open choice', { skipSubmitButton: true, hasOpenChoice: true }, false],
  ])('submits at once %s', (_, given, expected) => {
    expect(singleChoiceRules.submitsAtOnce(single(given))).toBe(expected)
  })
})

describe('multiple choice', () => {
  it.each<[string, ChoiceDraft, Answer]>([
    ['labels in the order of picking', draft([2, 1]), ['Blue', 'Green']],
    ['one as a list of one', draft([0]), ['Red']],
    ['none as null', draft([]), null],
  ])('reports %s', (_, given, expected) => {
    expect(multipleChoiceRules.answer(multiple(), given)).toEqual(expected)
  })

  it.each<[string, ChoiceDraft, Answer]>([
    ['last, whenever it was ticked', draft([2, 0], 'Newsletters'), ['Web', 'Newsletters']],
    ['not as an empty element', draft([0, 2], '  '), ['Web']],
    ['not twice', draft([0, 2], 'Web'), ['Web']],
  ])('reports the open choice %s', (_, given, expected) => {
    expect(multipleChoiceRules.answer(multiple({ ...OTHER, optional: true }), given)).toEqual(expected)
  })

  it.each<[string, ChoiceDraft, boolean, string | undefined]>([
    ['nothing is refused', draft([]), false, 'required_choice'],
    ['a choice is enough', draft([1]), false, undefined],
    ['a ticked open choice needs its text', draft([1, 2]), false, 'required_other'],
    ['an optional one may stay empty', draft([]), true, undefined],
  ])('%s', (_, given, optional, word) => {
    expect(multipleChoiceRules.problem(multiple({ ...OTHER, optional }), given)?.code).toBe(word)
  })

  it('shows answers again, the first unknown one as the open choice', () => {
    expect(multipleChoiceRules.restore(multiple(OTHER), ['Print', 'Radio', 'TV'])).toEqual(
      draft([1, 2], 'Radio'),
    )
  })

  it('prefills positions, each once, and leaves out what is none', () => {
    expect(multipleChoiceRules.prefill(multiple(), ['0', '0', '2', '7'])).toEqual(['Red', 'Blue'])
    expect(multipleChoiceRules.prefill(multiple(), ['7'])).toBeUndefined()
  })

  it('never submits at once, nor branches by response', () => {
    expect(multipleChoiceRules.submitsAtOnce(multiple())).toBe(false)
    expect(multipleChoiceRules.branchKey(multiple(), ['Red'])).toBeUndefined()
  })
})
