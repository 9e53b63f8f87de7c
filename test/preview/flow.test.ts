import type { Question, Survey } from 'earshot'
import { describe, expect, it } from 'vitest'
import { graphOf } from '../../examples/preview/diagram/graph'
import { layoutDiagram } from '../../examples/preview/diagram/layout'
import { branchKeysOf } from '../../examples/preview/edit/branchKeys'
import {
  afterAnswer,
  afterBack,
  canGoBack,
  initialPreview,
  previewAt,
  validPreview,
} from '../../examples/preview/state/previewState'
import { TEMPLATES } from '../../examples/preview/templates/templates'
import { rulesOf } from '../../src/surveys/questions'

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

describe('the ways through a survey', () => {
  it('have the answers that take them', () => {
    const ways = graphOf(nps).edges.map(({ from, to, answers }) => [from, to, answers])
    expect(ways).toEqual([
      [0, 1, ['Detractors (0 to 6)', 'Promoters (9 to 10)']],
      [0, 2, ['Passives (7 to 8)']],
      [1, 'end', []],
      [2, 'end', []],
    ])
  })

  it('name the way of those who skip', () => {
    const survey = surveyOf({ ...nps.questions[0]!, optional: true }, open(), open())
    expect(graphOf(survey).edges[0]!.answers).toContain('Skipped')
  })

  it('tell what nobody comes to', () => {
    const { reachable: reached } = graphOf(surveyOf(open({ type: 'end' }), open()))
    expect([...reached]).toEqual([0])
  })

  it('tell what leads back', () => {
    const { edges: ways } = graphOf(surveyOf(open(), open({ type: 'specific_question', index: 0 })))
    expect(ways.map(({ isBackEdge: isBack }) => isBack)).toEqual([false, true])
  })

  it.each([2, 3, 5, 7, 10])('know the parts of the scale of %i as branching does', scale => {
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

describe('the map', () => {
  it.each(TEMPLATES.map(({ survey }) => [survey.name, { ...survey, id: 's' }] as const))(
    'of %s has every question once, and no two boxes on one place',
    (_, survey) => {
      const { nodes: boxes, edges: lines, width, height } = layoutDiagram(survey, graphOf(survey))
      const questions = boxes.flatMap(({ index }) => (index === null ? [] : [index])).sort()
      expect(questions).toEqual(survey.questions.map((_, index) => index))
      for (const line of lines) expect(boxes).toContain(line.to)
      for (const box of boxes) {
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(width)
        expect(box.y + box.height).toBeLessThanOrEqual(height)
        for (const other of boxes) {
          if (other === box) continue
          const apart =
            box.x + box.width <= other.x ||
            other.x + other.width <= box.x ||
            box.y + box.height <= other.y ||
            other.y + other.height <= box.y
          expect(apart, `${box.id} on ${other.id}`).toBe(true)
        }
      }
    },
  )

  it('draws circles and what nobody comes to', () => {
    const survey = surveyOf(open(), open({ type: 'specific_question', index: 0 }), open())
    const { nodes: boxes, edges: lines } = layoutDiagram(survey, graphOf(survey))
    expect(boxes.filter(({ index }) => index !== null)).toHaveLength(3)
    expect(lines.filter(({ edge: way }) => way.isBackEdge)).toHaveLength(1)
  })
})

describe('a walk', () => {
  const thankful = { ...nps, appearance: { displayThankYouMessage: true } }

  it('follows the answers to the thank-you page, and back', () => {
    let walk = initialPreview(thankful)
    walk = afterAnswer(thankful, walk, 7)
    expect(walk.page).toBe(2)
    walk = afterAnswer(thankful, walk, 'text')
    expect(walk).toMatchObject({ page: 3, path: [0, 2], isClosed: false })
    walk = afterBack(thankful, afterBack(thankful, walk))
    expect(walk).toMatchObject({ page: 0, path: [] })
    expect(canGoBack(thankful, walk)).toBe(false)
  })

  it('is over at the end where nobody says thank you, and can be taken up again', () => {
    const walk = afterAnswer(nps, afterAnswer(nps, initialPreview(nps), 0), 'text')
    expect(walk.isClosed).toBe(true)
    expect(afterBack(nps, walk)).toMatchObject({ page: 1, path: [0], isClosed: false })
  })

  it('begins with the introduction', () => {
    const survey = { ...nps, appearance: { displayIntroScreen: true, introScreenHeader: 'Hello' } }
    expect(initialPreview(survey).page).toBe(-1)
    expect(afterAnswer(survey, initialPreview(survey), null).page).toBe(0)
    expect(afterBack(survey, afterAnswer(survey, initialPreview(survey), null)).page).toBe(-1)
  })

  it('asks a question once, whatever leads back to it', () => {
    const survey = surveyOf(open(), open({ type: 'specific_question', index: 0 }))
    expect(afterAnswer(survey, afterAnswer(survey, initialPreview(survey), 'a'), 'b').isClosed).toBe(true)
  })

  it('to a page has come there by the shortest way, and goes back on it', () => {
    const walk = previewAt(nps, 2)
    expect(canGoBack(nps, walk)).toBe(true)
    expect(afterBack(nps, walk)).toMatchObject({ page: 0, path: [] })
    expect(afterBack(nps, initialPreview(nps)).page).toBe(0)
  })

  it('begins again where its page is gone', () => {
    const walk = afterAnswer(nps, initialPreview(nps), 7)
    expect(validPreview(nps, walk)).toBe(walk)
    expect(validPreview(surveyOf(open()), walk)).toEqual(initialPreview(nps))
  })
})
