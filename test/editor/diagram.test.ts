import type { Question, Survey } from 'earshot'
import { describe, expect, it } from 'vitest'
import { graphOf } from '../../src/editor/diagram/graph'
import { layoutDiagram } from '../../src/editor/diagram/layout'
import { branchKeysOf } from '../../src/editor/edit/branchKeys'
import { TEMPLATES } from '../../src/editor/templates/templates'
import { rulesOf } from '../../src/surveys/questions/rules'

const open = (branching?: Question['branching']): Question => ({ type: 'open', question: 'q', branching })
const rating = (branching?: Question['branching']): Question => ({
  type: 'rating',
  question: 'q',
  display: 'number',
  scale: 10,
  branching,
})
const surveyOf = (...questions: Question[]): Survey => ({ id: 's', type: 'popover', questions })
const nps = surveyOf(
  rating({ type: 'response_based', responseValues: { detractors: 1, passives: 2 } }),
  open({ type: 'end' }),
  open(),
)

describe('graph', () => {
  it('has an edge for each target, with the answers that lead there', () => {
    const edges = graphOf(nps).edges.map(({ from, to, answers }) => [from, to, answers])
    expect(edges).toEqual([
      [0, 1, ['Detractors (0 to 6)', 'Promoters (9 to 10)']],
      [0, 2, ['Passives (7 to 8)']],
      [1, 'end', []],
      [2, 'end', []],
    ])
  })

  it('lists skipping as an answer of an optional question', () => {
    const survey = surveyOf({ ...nps.questions[0]!, optional: true }, open(), open())
    expect(graphOf(survey).edges[0]!.answers).toContain('Skipped')
  })

  it('has an edge for a rating that branches by the number itself, and for values without a branch key', () => {
    const branching: Question['branching'] = { type: 'response_based', responseValues: { 4: 'end' } }
    const edgesOf = (scale: number) =>
      graphOf(surveyOf({ ...rating(branching), scale } as Question, open())).edges.map(({ to, answers }) => [
        to,
        answers,
      ])
    expect(edgesOf(5).slice(0, 2)).toEqual([
      [1, ['Negative (1 to 2)', 'Neutral (3)', 'Positive (4 to 5)']],
      ['end', ['4']],
    ])
    expect(edgesOf(4).slice(0, 2)).toEqual([
      [1, ['Other answers']],
      ['end', ['4']],
    ])
  })

  it('excludes unreachable questions from the reachable ones', () => {
    const { reachable } = graphOf(surveyOf(open({ type: 'end' }), open()))
    expect([...reachable]).toEqual([0])
  })

  it('marks edges that close a loop', () => {
    const { edges } = graphOf(surveyOf(open(), open({ type: 'specific_question', index: 0 })))
    expect(edges.map(({ isBackEdge }) => isBackEdge)).toEqual([false, true])
  })
})

describe('branchKeysOf', () => {
  it.each([2, 3, 5, 7, 10])('returns the keys that branching uses for a scale of %i', scale => {
    const question = { ...rating(), scale } as Question
    const rules = rulesOf(question)
    for (const { key, example } of branchKeysOf(question)) {
      expect(rules.branchKey(question, example)).toBe(key)
    }
    expect(
      branchKeysOf(question)
        .map(({ key }) => key)
        .sort(),
    ).toEqual([...rules.branchKeys(question)].sort())
  })
})

describe('layoutDiagram', () => {
  it.each(TEMPLATES.map(({ survey }) => [survey.name, { ...survey, id: 's' }] as const))(
    'places each question of the template %s once, without overlaps',
    (_, survey) => {
      const { nodes, edges, width, height } = layoutDiagram(survey, graphOf(survey))
      const questions = nodes.flatMap(({ index }) => (index === null ? [] : [index])).sort()
      expect(questions).toEqual(survey.questions.map((_, index) => index))
      for (const edge of edges) expect(nodes).toContain(edge.to)
      for (const node of nodes) {
        expect(node.x).toBeGreaterThanOrEqual(0)
        expect(node.x + node.width).toBeLessThanOrEqual(width)
        expect(node.y + node.height).toBeLessThanOrEqual(height)
        for (const other of nodes) {
          if (other === node) continue
          const isApart =
            node.x + node.width <= other.x ||
            other.x + other.width <= node.x ||
            node.y + node.height <= other.y ||
            other.y + other.height <= node.y
          expect(isApart, `${node.id} on ${other.id}`).toBe(true)
        }
      }
    },
  )

  it('draws loops and unreachable questions', () => {
    const survey = surveyOf(open(), open({ type: 'specific_question', index: 0 }), open())
    const { nodes, edges } = layoutDiagram(survey, graphOf(survey))
    expect(nodes.filter(({ index }) => index !== null)).toHaveLength(3)
    expect(edges.filter(({ edge }) => edge.isBackEdge)).toHaveLength(1)
  })
  it('leads a branch that skips a row past the box in between', () => {
    const survey = surveyOf(
      rating({ type: 'response_based', responseValues: { detractors: 1, passives: 2, promoters: 2 } }),
      open(),
      open(),
    )
    const { edges, nodes } = layoutDiagram(survey, graphOf(survey))
    const skipping = edges.find(({ edge }) => edge.from === 0 && edge.to === 2)!
    const between = nodes.find(({ index }) => index === 1)!
    const passing = skipping.points.filter(({ y }) => y < between.y).at(-1)!
    expect(passing.x < between.x || passing.x > between.x + between.width).toBe(true)
    expect(skipping.label!.lines.join(' ')).toBe('Passives (7 to 8), Promoters (9 to 10)')
    expect(skipping.label!.y).toBeLessThan(between.y)
  })
})
