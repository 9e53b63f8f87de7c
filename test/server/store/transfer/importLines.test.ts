import { describe, expect, it } from 'vitest'
import { createMemoryStore, createService } from '../../../../src/server/index'
import { exportLines } from '../../../../src/server/store/transfer/exportLines'
import { importLines } from '../../../../src/server/store/transfer/importLines'
import { post } from '../../testService'

const EVENTS = 1200

async function exportedLines(events = EVENTS): Promise<string[]> {
  const store = createMemoryStore()
  const service = createService({ store, projectKey: 'phc_a' })
  const batch = Array.from({ length: events }, (_, i) => ({
    event: `event ${i}`,
    distinct_id: `user-${i % 3}`,
  }))
  await post(service, '/batch/', { api_key: 'phc_a', batch })
  const lines: string[] = []
  for await (const line of exportLines(store, '2025-10-01T12:00:00Z')) lines.push(line)
  return lines
}

async function* asInput(lines: string[]) {
  yield* lines
}

const eventNames = async (store: ReturnType<typeof createMemoryStore>) =>
  (await store.find('events', { where: { project_id: 1 } })).map(({ event }) => event)

describe('importLines', () => {
  it('names the line that is wrong, and continues when the import is repeated with merge (D-534)', async () => {
    const lines = await exportedLines()
    const store = createMemoryStore()
    const broken = lines.with(1100, '{"table":"events","row":{"uuid":7}}')
    await expect(importLines(store, asInput(broken), { merge: false })).rejects.toThrow(
      'line 1101: expected a number in project_id of events. 1000 rows are imported. Correct the input and import it again with --merge',
    )
    await expect(importLines(store, asInput(lines), { merge: false })).rejects.toThrow(
      'the database has data already. Import into a new one, or add what it lacks with --merge',
    )
    const { added, kept } = await importLines(store, asInput(lines), { merge: true })
    expect([added + kept, kept]).toEqual([lines.length - 2, 1000])
    expect(await eventNames(store)).toEqual(Array.from({ length: EVENTS }, (_, i) => `event ${i}`))
  })

  it.each<[string, (lines: string[]) => string[], string]>([
    ['no input', () => [], 'line 1: expected the first line of an export, and there is no input'],
    ['another file', () => ['{"name":"earshot"}'], 'line 1: expected the first line of an export of Earshot'],
    [
      'a newer format',
      lines => ['{"format":"earshot","version":2}', ...lines.slice(1)],
      'line 1: the export has version 2, and this Earshot knows versions up to 1. Update Earshot',
    ],
    ['text that is not JSON', lines => lines.with(2, '{"secret'), 'line 3: expected JSON'],
    ['a list', lines => lines.with(2, '[]'), 'line 3: expected a JSON object'],
    [
      'an unknown table',
      lines => lines.with(2, '{"table":"toString","row":{}}'),
      'line 3: expected the name of a table, one of projects, users',
    ],
    ['a row that is text', lines => lines.with(2, '{"table":"events","row":"a"}'), 'line 3: expected a row'],
    [
      'a missing line',
      lines => lines.toSpliced(2, 1),
      'line 10: the export has 9 rows, and 8 are above. The input is incomplete',
    ],
    ['a missing end', lines => lines.slice(0, -1), 'line 11: expected the last line of an export'],
    [
      'two exports',
      lines => [...lines, ...lines],
      'line 12: expected nothing below the last line of an export',
    ],
  ])('refuses %s, and imports nothing of it', async (_, change, detail) => {
    const store = createMemoryStore()
    const error = await importLines(store, asInput(change(await exportedLines(2))), { merge: false }).catch(
      (thrown: Error) => thrown,
    )
    expect(String(error)).toContain(detail)
    expect(String(error)).toMatch(/\. Nothing is imported$/)
    expect(String(error)).not.toContain('secret')
    expect(await eventNames(store)).toEqual([])
  })

  it('adds the projects that a store lacks with merge', async () => {
    const store = createMemoryStore()
    const service = createService({
      store,
      projects: [{ id: 2, projectKey: 'phc_b' }],
      users: [],
      personalKeys: [],
    })
    await post(service, '/batch/', { api_key: 'phc_b', batch: [{ event: 'own', distinct_id: 'u' }] })
    await importLines(store, asInput(await exportedLines(2)), { merge: true })
    expect(await eventNames(store)).toEqual(['event 0', 'event 1'])
    expect(await store.count('events', { where: { project_id: 2 } })).toBe(1)
  })

  it.each<[string, object, string]>([
    [
      'a project with another key',
      { projectKey: 'phc_b' },
      'line 2: project 1 of the database has another key',
    ],
    [
      'a project with the same key',
      { id: 2, projectKey: 'phc_a' },
      'line 2: project 2 of the database has the same key',
    ],
    ['another user', { projectKey: 'phc_a' }, 'line 3: user 1 of the database is another one'],
  ])('refuses to merge into a store with %s', async (_, options, detail) => {
    const store = createMemoryStore()
    const service = createService({ store, ...options })
    await service.state.users()
    await expect(importLines(store, asInput(await exportedLines(2)), { merge: true })).rejects.toThrow(detail)
    expect(await store.count('events', { where: { project_id: 1 } })).toBe(0)
  })
})
