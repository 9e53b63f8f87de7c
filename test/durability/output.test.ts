import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startProcess } from '../support/serviceProcess'
import { createDatabase } from '../support/testStore'

async function createFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-output-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'earshot.db')
}

describe('earshot serve on a database', () => {
  // A library prints each of its warnings once, so that only a new process shows them.
  it.each<[string, () => Promise<string>]>([
    ['SQLite', createFile],
    ['PostgreSQL', createDatabase],
  ])('prints nothing but how it started, whatever it stores on %s', async (_, create) => {
    const { url, output, kill } = await startProcess('--demo', '--data', await create(), '--max-events', '50')
    onTestFinished(kill)
    const started = output()
    const send = async (method: string, path: string, body?: object) => {
      const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer phx_demo' }
      const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
      const text = await response.text()
      expect([response.status, text]).toEqual([expect.toBeOneOf([200, 201, 202, 204]), text])
      return text && JSON.parse(text)
    }
    const surveys = '/api/projects/1/surveys/'
    const questions = [{ type: 'open', question: 'Why?' }]
    const survey = { name: 'Output', type: 'popover', start_date: '2025-01-01T00:00:00Z', questions }
    const { id } = await send('POST', surveys, survey)
    const answer = (distinct_id: string) => ({
      event: 'survey sent',
      distinct_id,
      properties: { $survey_id: id, $survey_response: 'yes', $process_person_profile: false },
    })
    const identify = (distinct_id: string, $anon_distinct_id: string) => ({
      event: '$identify',
      distinct_id,
      properties: { $anon_distinct_id },
    })
    const views = Array.from({ length: 60 }, (_, i) => ({ event: '$pageview', distinct_id: `visitor ${i}` }))
    const merges = [identify('a', 'visitor 1'), identify('a', 'visitor 2')]
    await send('POST', '/batch/', { api_key: 'phc_demo', batch: [answer('a'), ...views, ...merges] })
    await send('POST', '/flags?v=2&config=true', { api_key: 'phc_demo', distinct_id: 'a' })
    await send('GET', `${surveys}stats/`)
    await send('GET', `${surveys}${id}/stats/?date_from=2025-01-01`)
    await send('PATCH', `${surveys}${id}/`, { archived: true })
    const { results } = await send('GET', '/api/projects/1/persons/?search=a')
    await send('DELETE', `/api/projects/1/persons/${results[0].id}/?delete_events=true`)
    await send('DELETE', `${surveys}${id}/`)
    expect(output()).toBe(started)
  })
})
