import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SqlDatabase } from '../../src/server/store/sql/database'
import { openPostgres } from '../../src/server/store/sql/postgres'
import { createSqlStore } from '../../src/server/store/sql/sqlStore'
import { createStatements, type Statement } from '../../src/server/store/sql/statements'
import { createSchema } from '../support/testStore'

const ROWS = 20_000

let database: SqlDatabase
let close: () => Promise<void>
beforeAll(async () => {
  database = await openPostgres(await createSchema())
  const store = await createSqlStore(database)
  close = store.close
  await database.transaction(async run => {
    for (const project of [1, 2]) {
      await run(
        `insert into earshot_events (project_id, uuid, person_id, bytes, "row") select ${project}, 'e' || i, 'p' || i % 10, 300, repeat('x', 300) from generate_series(1, ${ROWS}) i`,
      )
      await run(
        `insert into earshot_survey_events (project_id, survey_id, kind, dedupe_key, respondent, at, bytes, "row") select ${project}, 's', 'sent', 'k' || i, 'p' || i % 10, i, 300, repeat('x', 300) from generate_series(1, ${ROWS}) i`,
      )
    }
    return []
  })
  await database.read('analyze earshot_events')
  await database.read('analyze earshot_survey_events')
})
afterAll(() => close())

const ofProject = (project: number) => ({ columns: ['project_id'], values: [project] })
const person = (project: number) => ({ columns: ['project_id', 'person_id'], values: [project, 'p1'] })

describe('the first and the last rows of one of two projects in PostgreSQL (R50, D-850)', () => {
  const statements = () => createStatements(database.builder, database.dialect)
  const read = (project: number): Record<string, Statement> => ({
    first: statements().first('events', ofProject(project), 10),
    'many first': statements().first('events', ofProject(project), 4096),
    'first of a person': statements().first('events', person(project), 200),
    'first by time': statements().first('surveyEvents', ofProject(project), 10),
    'as many as the first of a person': statements().select(
      'events',
      { where: { project_id: project, person_id: 'p1' }, limit: 100 },
      'count',
    ),
    oldest: statements().select('events', { where: { project_id: project }, limit: 10 }, 'sizes'),
    newest: statements().select(
      'events',
      { where: { project_id: project }, limit: 10, order: 'newest' },
      'sizes',
    ),
    following: statements().select(
      'surveyEvents',
      { where: { project_id: project }, after: [ROWS / 2, 1], limit: 10 },
      'sizes',
    ),
    'from a time': statements().select(
      'surveyEvents',
      { where: { project_id: project, survey_id: 's', kind: 'sent' }, from: ROWS / 2, limit: 10 },
      'sizes',
    ),
  })

  it('are removed by the primary key, also when all have one time', async () => {
    const sequences = Array.from({ length: 512 }, (_, i) => i + 1)
    const [text, parameters] = statements().removeFound('surveyEvents', sequences)
    const plan = await database.read(`explain (costs off) ${text}`, parameters)
    const lines = plan.map(row => Object.values(row).join())
    expect(lines.filter(line => line.includes('Scan')).join()).toMatch(/Bitmap|Index/)
    expect(lines.join()).not.toContain('Seq Scan')
  })

  it.each([1, 2])('are read from an index, and none of the other project (%i)', async project => {
    for (const [name, [text, parameters]] of Object.entries(read(project))) {
      const plan = await database.read(`explain (analyze, costs off, timing off) ${text}`, parameters)
      const lines = plan.map(row => Object.values(row).join())
      expect([name, lines.filter(line => /Rows Removed|Sort|Seq Scan/.test(line))]).toEqual([name, []])
    }
  })
})
