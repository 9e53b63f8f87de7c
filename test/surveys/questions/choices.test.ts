import { describe, expect, it } from 'vitest'
import type { ChoiceDraft } from '../../../src/surveys/questions/choices'
import { multipleChoiceRules } from '../../../src/surveys/questions/multiple_choice/answer'
import { singleChoiceRules } from '../../../src/surveys/questions/single_choice/answer'
import type { Answer } from '../../../src/wire/survey'
import { multiple, single } from '../../support/surveys'

const OTHER = { choices: ['Web', 'Print', 'Other'], hasOpenChoice: true }
const draft = (picked: number[], other = ''): ChoiceDraft => ({ picked, other })

describe('singleChoiceRules', () => {
  it.each<[string, ChoiceDraft, Answer]>([
    ['null for no pick', draft([]), null],
    ['the label of a choice', draft([1]), 'Print'],
    ['the trimmed text of the open choice', draft([2], '  Radio '), 'Radio'],
    ['null for the open choice without a text', draft([2], '  '), null],
    ['a label typed into the open choice', draft([2], 'Web'), 'Web'],
    ['no text of an open choice that is not picked', draft([0], 'Radio'), 'Web'],
  ])('reports %s', (_, input, expected) => {
    expect(singleChoiceRules.answer(single(OTHER), input)).toEqual(expected)
  })

  it.each<[string, ChoiceDraft, boolean, string | undefined]>([
    ['refuses no pick', draft([]), false, 'required_choice'],
    ['refuses the open choice without a text', draft([2]), false, 'required_other'],
    ['refuses the open choice with blanks', draft([2], '  '), false, 'required_other'],
    ['accepts the open choice with a text', draft([2], 'Radio'), false, undefined],
    ['accepts a choice', draft([0]), false, undefined],
    ['accepts no pick when optional', draft([]), true, undefined],
  ])('%s', (_, input, optional, code) => {
    expect(singleChoiceRules.problem(single({ ...OTHER, optional }), input)?.code).toBe(code)
  })

  it.each<[string, Answer, string | undefined]>([
    ['the position of a choice in the definition', 'Print', '1'],
    ['the position of the open choice for any other text', 'Radio', '2'],
    ['nothing without an answer', null, undefined],
  ])('branches by %s', (_, answer, key) => {
    expect(singleChoiceRules.branchKey(single(OTHER), answer)).toBe(key)
  })

  it('has no branch key for another text without an open choice', () => {
    expect(singleChoiceRules.branchKey(single(), 'Radio')).toBeUndefined()
  })

  it.each<[string, Answer, ChoiceDraft]>([
    ['a label as its choice', 'Print', draft([1])],
    ['another text as the open choice', 'Radio', draft([2], 'Radio')],
    ['the label of the open choice as its text', 'Other', draft([2], 'Other')],
    ['no answer', null, draft([])],
    ['an empty text', '', draft([])],
  ])('restores %s', (_, answer, expected) => {
    expect(singleChoiceRules.restore(single(OTHER), answer)).toEqual(expected)
  })

  it('restores nothing for an answer that is no longer a choice', () => {
    expect(singleChoiceRules.restore(single(), 'Violet')).toEqual(draft([]))
  })

  it.each<[string, string[], Answer | undefined]>([
    ['a position', ['1'], 'Green'],
    ['the first of several positions', ['2', '0'], 'Blue'],
    ['nothing past the last choice', ['9'], undefined],
    ['nothing for a negative position', ['-1'], undefined],
    ['nothing for a label', ['Red'], undefined],
  ])('prefills %s', (_, values, expected) => {
    expect(singleChoiceRules.prefill(single(), values)).toBe(expected)
  })

  it.each<[string, object, boolean]>([
    ['with skipSubmitButton', { skipSubmitButton: true }, true],
    ['not without skipSubmitButton', {}, false],
    ['not with an open choice', { skipSubmitButton: true, hasOpenChoice: true }, false],
  ])('submits at once %s', (_, fields, expected) => {
    expect(singleChoiceRules.submitsAtOnce(single(fields))).toBe(expected)
  })
})

describe('multipleChoiceRules', () => {
  it.each<[string, ChoiceDraft, Answer]>([
    ['labels in the order they were picked', draft([2, 1]), ['Blue', 'Green']],
    ['one label as a list', draft([0]), ['Red']],
    ['null for no pick', draft([]), null],
  ])('reports %s', (_, input, expected) => {
    expect(multipleChoiceRules.answer(multiple(), input)).toEqual(expected)
  })

  it.each<[string, ChoiceDraft, Answer]>([
    ['last, whenever it was picked', draft([2, 0], 'Newsletters'), ['Web', 'Newsletters']],
    ['not without a text', draft([0, 2], '  '), ['Web']],
    ['not when it repeats a label', draft([0, 2], 'Web'), ['Web']],
  ])('reports the open choice %s', (_, input, expected) => {
    expect(multipleChoiceRules.answer(multiple({ ...OTHER, optional: true }), input)).toEqual(expected)
  })

  it.each<[string, ChoiceDraft, boolean, string | undefined]>([
    ['refuses no pick', draft([]), false, 'required_choice'],
    ['accepts a choice', draft([1]), false, undefined],
    ['refuses the open choice without a text', draft([1, 2]), false, 'required_other'],
    ['accepts no pick when optional', draft([]), true, undefined],
  ])('%s', (_, input, optional, code) => {
    expect(multipleChoiceRules.problem(multiple({ ...OTHER, optional }), input)?.code).toBe(code)
  })

  it('restores labels as choices and the first other text as the open choice', () => {
    expect(multipleChoiceRules.restore(multiple(OTHER), ['Print', 'Radio', 'TV'])).toEqual(
      draft([1, 2], 'Radio'),
    )
  })

  it('prefills each valid position once', () => {
    expect(multipleChoiceRules.prefill(multiple(), ['0', '0', '2', '7'])).toEqual(['Red', 'Blue'])
    expect(multipleChoiceRules.prefill(multiple(), ['7'])).toBeUndefined()
  })

  it('neither submits at once nor branches by response', () => {
    expect(multipleChoiceRules.submitsAtOnce(multiple())).toBe(false)
    expect(multipleChoiceRules.branchKey(multiple(), ['Red'])).toBeUndefined()
  })
})
