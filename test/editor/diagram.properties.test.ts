import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { graphOf } from '../../src/editor/diagram/graph'
import type { Box } from '../../src/editor/diagram/layers'
import { layoutDiagram, type Point } from '../../src/editor/diagram/layout'
import { anySurvey, stepsFrom } from './anySurvey'

const LONG =
  'A choice whose label is much longer than one line, with Donaudampfschifffahrtsgesellschaft in it'
/** Surveys in which some choices need several lines. */
const anySurveyWithLongTexts = fc.tuple(anySurvey, fc.boolean()).map(([survey, isLong]) => ({
  ...survey,
  questions: survey.questions.map(question =>
    isLong && 'choices' in question
      ? { ...question, choices: [LONG, ...question.choices.slice(1)] }
      : question,
  ),
}))
const layoutOf = (survey: typeof anySurvey extends fc.Arbitrary<infer S> ? S : never) =>
  layoutDiagram(survey, graphOf(survey))

const isApart = (a: Box, b: Box) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y

/** The box of a horizontal or vertical line. */
const lineBox = (a: Point, b: Point): Box => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
})

describe('graphOf (property)', () => {
  it('has exactly the edges that visitors can take', () => {
    fc.assert(
      fc.property(anySurvey, survey => {
        const { edges } = graphOf(survey)
        for (const index of survey.questions.keys()) {
          const targets = edges.filter(({ from }) => from === index).map(({ to }) => to)
          expect(new Set(targets)).toEqual(new Set(stepsFrom(survey, index).keys()))
          expect(targets).toHaveLength(new Set(targets).size)
        }
      }),
      { numRuns: 400 },
    )
  })
})

describe('layoutDiagram (property)', () => {
  it('leads edges in straight lines from question to target, across no box and no label of another edge', () => {
    fc.assert(
      fc.property(anySurveyWithLongTexts, survey => {
        const { nodes, edges, width, height } = layoutOf(survey)
        for (const { points, from, to, label } of edges) {
          expect(points[0]!.y).toBe(from.y + from.height)
          const end = points.at(-1)!
          expect(end.y).toBe(to.y)
          expect(end.x > to.x && end.x < to.x + to.width).toBe(true)
          const obstacles = [
            ...nodes,
            ...edges.flatMap(other => other.label ?? []).filter(box => box !== label),
          ]
          for (const [index, point] of points.slice(1).entries()) {
            const line = lineBox(points[index]!, point)
            expect(Math.min(line.width, line.height)).toBeLessThan(0.001)
            expect(line.x + line.width).toBeLessThanOrEqual(width)
            expect(line.y + line.height).toBeLessThanOrEqual(height)
            for (const box of obstacles) expect(isApart(line, box), JSON.stringify({ line, box })).toBe(true)
          }
        }
      }),
      { numRuns: 400 },
    )
  })

  it('places labels whole, below their question, on no box and no other label', () => {
    fc.assert(
      fc.property(anySurveyWithLongTexts, survey => {
        const { nodes, edges, width, height } = layoutOf(survey)
        const labels = edges.flatMap(({ label }) => label ?? [])
        const boxes: Box[] = [...nodes, ...labels]
        for (const [index, box] of boxes.entries()) {
          expect(box.x).toBeGreaterThanOrEqual(0)
          expect(box.x + box.width).toBeLessThanOrEqual(width)
          expect(box.y + box.height).toBeLessThanOrEqual(height)
          for (const other of boxes.slice(index + 1)) expect(isApart(box, other)).toBe(true)
        }
        for (const { edge, label, from } of edges) {
          expect(label !== null).toBe(edge.answers.length > 0)
          if (!label) continue
          const text = label.lines.join('').replace(/[\s↑]/g, '')
          expect(text).toBe(edge.answers.join(',').replace(/\s/g, ''))
          // Only horizontal parts of edges are between a question and its label.
          const between = nodes.filter(({ y }) => y > from.y && y < label.y)
          expect(between).toEqual([])
          expect(label.y).toBeGreaterThan(from.y + from.height)
        }
      }),
      { numRuns: 400 },
    )
  })
})
