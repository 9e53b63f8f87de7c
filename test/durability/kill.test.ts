import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../src/server/openStore'
import { SURVEY_ID, startLoad } from '../support/eventLoad'
import { type ServiceProcess, startProcess } from '../support/serviceProcess'
import { createDatabase } from '../support/testStore'

let folder: string
let seedFile: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-kill-'))
  seedFile = join(folder, 'seed.json')
  await writeFile(seedFile, JSON.stringify({ projectKey: 'phc_demo', surveys: [{ id: SURVEY_ID }] }))
})
afterAll(() => rm(folder, { recursive: true }))

const KILLS = 20

/** Compares what a database holds with what was sent to it. */
async function expectEachEventOnce(
  data: string,
  { sent, answered }: ReturnType<typeof startLoad>,
): Promise<void> {
  const store = await openStore(data)
  const where = { project_id: 1 }
  const uuids = (await store.find('events', { where })).map(event => event.uuid)
  expect(new Set(uuids).size).toBe(uuids.length)
  expect([...answered].filter(uuid => !uuids.includes(uuid))).toEqual([])
  expect(new Set(uuids)).toEqual(sent)
  // Totals change in the transaction of the event.
  const totals = await store.get('surveyTotals', { project_id: 1, survey_id: SURVEY_ID })
  expect(totals?.sent).toBe(sent.size)
  expect(await store.count('events', { where })).toBe(sent.size)
  expect(await store.count('persons', { where })).toBeLessThanOrEqual(50)
  await store.close()
}

/** Kills one of the processes at a random moment, and starts another one, `KILLS` times. */
async function killRepeatedly(data: string, processes: ServiceProcess[]): Promise<void> {
  for (let kills = 0; kills < KILLS; kills++) {
    await pause(50 + Math.random() * 250)
    await processes.shift()!.kill()
    processes.push(await startProcess('--data', data, '--seed', seedFile))
  }
}

describe('earshot serve --data, killed under load', () => {
  it.each<[string, number, () => Promise<string>]>([
    ['SQLite', 1, async () => join(folder, 'killed.db')],
    ['PostgreSQL', 1, createDatabase],
    ['PostgreSQL', 2, createDatabase],
  ])(
    'keeps each answered event once on %s with %i process(es)',
    async (_, count, create) => {
      const data = await create()
      const processes: ServiceProcess[] = []
      onTestFinished(async () => {
        await Promise.all(processes.map(({ kill }) => kill()))
      })
      for (let i = 0; i < count; i++) processes.push(await startProcess('--data', data, '--seed', seedFile))
      const load = startLoad(() => processes.map(({ url }) => url))
      await killRepeatedly(data, processes)
      await load.end()
      await Promise.all(processes.map(process => process.kill()))
      expect(load.failed()).toBeGreaterThan(0)
      await expectEachEventOnce(data, load)
    },
    180_000,
  )
})
