import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { branchChanges, stepAfterRemoved } from '../../src/editor/edit/branchChanges'
import { type IndexMap, indexAfterMove } from '../../src/editor/edit/indexMap'
import {
  duplicateQuestion,
  indexAfterRemoval,
  insertQuestion,
  moveQuestion,
  movesInListOnly,
  newQuestion,
  removeQuestion,
} from '../../src/editor/edit/questions'
import { hasBranching, nextStep, type Step } from '../../src/surveys/session/branching'
import type { Survey } from '../../src/wire/survey'
import { answersOf, anySurvey, pathsOf } from './anySurvey'

const anyEdit = fc.tuple(anySurvey, fc.nat(3), fc.nat(3))
const without = (id: string, paths: string[][]) =>
  new Set(paths.map(path => path.filter(other => other !== id).join(' ')).filter(Boolean))

/**
 * Whether an edit had to change what follows answers that no branch can name: those of visitors who skip a question that branches
 * by answer, and values of a scale without branch keys. The editor says so in its notice.
 */
function leadsUnnamedElsewhere(before: Survey, after: Survey, mapIndex: IndexMap) {
  return branchChanges(before, after, mapIndex).some(({ answers }) => /Skipped|Other answers/.test(answers))
}

describe('removeQuestion (property)', () => {
  it('keeps every path, minus the removed question', () => {
    let checked = 0
    fc.assert(
      fc.property(anyEdit, ([survey, position]) => {
        const index = position % survey.questions.length
        const { id } = survey.questions[index]!
        const follows = stepAfterRemoved(survey, index)
        const after = removeQuestion(survey, index)
        if (index === 0 && follows === 'end') return
        if (leadsUnnamedElsewhere(survey, after, indexAfterRemoval(survey, index))) return
        checked++
        // A question that branches by answer has several followers. Its default takes the place of all.
        const before = pathsOf(
          survey,
          (from, to) => from !== index || to === follows || (to === index && follows === 'end'),
        )
        const paths = without('', pathsOf(after))
        for (const path of without(id!, before)) expect(paths).toContain(path)
      }),
      { numRuns: 600 },
    )
    expect(checked).toBeGreaterThan(300)
  })
})

describe('moveQuestion (property)', () => {
  it('keeps every path when branches enter or leave the questions that it passes', () => {
    let checked = 0
    fc.assert(
      fc.property(anyEdit, ([survey, a, b]) => {
        const [from, to] = [a % survey.questions.length, b % survey.questions.length]
        if (from === to || !movesInListOnly(survey, from, to)) return
        const after = moveQuestion(survey, from, to)
        if (leadsUnnamedElsewhere(survey, after, indexAfterMove(from, to))) return
        checked++
        expect(without('', pathsOf(after))).toEqual(without('', pathsOf(survey)))
      }),
      { numRuns: 2000 },
    )
    expect(checked).toBeGreaterThan(100)
  })

  it('keeps every path, minus the moved question, when the order of the list changes', () => {
    let checked = 0
    fc.assert(
      fc.property(anyEdit, ([survey, a, b]) => {
        const [from, to] = [a % survey.questions.length, b % survey.questions.length]
        if (from === to || movesInListOnly(survey, from, to)) return
        // The first question of a list is also moved by the second one, and a path then lacks either.
        if (from === 0 && to > 1) return
        const [source, destination] = from === 0 ? [1, 0] : [from, to]
        const moved = survey.questions[source]!
        // A question that branches by answer may pass over others from its new place, as its author has said.
        if (moved.branching?.type === 'response_based') return
        const after = moveQuestion(survey, source, destination)
        if (leadsUnnamedElsewhere(survey, after, indexAfterMove(source, destination))) return
        checked++
        const paths = without(moved.id!, pathsOf(after))
        for (const path of without(moved.id!, pathsOf(survey))) expect(paths).toContain(path)
      }),
      { numRuns: 2000 },
    )
    expect(checked).toBeGreaterThan(100)
  })
})

describe('insertQuestion and duplicateQuestion (property)', () => {
  it('keep every path, minus the new question', () => {
    fc.assert(
      fc.property(anyEdit, ([survey, position]) => {
        const index = position % survey.questions.length
        const inserted = insertQuestion(survey, index, newQuestion('open', 'new'))
        const copied = duplicateQuestion(survey, index, 'new')
        for (const after of [inserted, copied]) {
          const paths = without('new', pathsOf(after))
          for (const path of without('', pathsOf(survey))) expect(paths).toContain(path)
        }
      }),
      { numRuns: 400 },
    )
  })
})

describe('branchChanges (property)', () => {
  it('lists exactly the answers of branching questions that lead elsewhere after a removal', () => {
    const idOf = ({ questions }: Survey, step: Step) => (step === 'end' ? step : questions[step]!.id)
    fc.assert(
      fc.property(anyEdit, ([survey, position]) => {
        const index = position % survey.questions.length
        const after = removeQuestion(survey, index)
        const expected = after.questions.flatMap((question, from) => {
          const old = survey.questions.findIndex(({ id }) => id === question.id)
          if (!hasBranching(question) && !hasBranching(survey.questions[old]!)) return []
          return answersOf(question)
            .map(answer => ({ step: nextStep(survey, old, answer), to: nextStep(after, from, answer) }))
            .filter(({ step, to }) => idOf(survey, step) !== idOf(after, to))
            .map(({ to }) => `${from} to ${to}`)
        })
        const changes = branchChanges(survey, after, indexAfterRemoval(survey, index))
        expect(new Set(changes.map(({ from, to }) => `${from} to ${to}`))).toEqual(new Set(expected))
      }),
      { numRuns: 400 },
    )
  })
})
