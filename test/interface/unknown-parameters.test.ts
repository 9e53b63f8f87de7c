import { describe, expect, it } from 'vitest'
import { createTestService } from '../server/testService'
import { callConsole } from './consoleApi'

const createService = () =>
  createTestService({
    flags: { f: true },
    surveys: [{ id: 's', questions: [{ type: 'open', question: 'Why?' }] }] as never,
    persons: [{ distinct_ids: ['u'] }],
  })

/** Lists of the interface, and that of flags: tools for the hosted service send them filters that this one lacks. */
const TOLERANT = [
  'feature_flags/',
  'surveys/',
  'surveys/activity/',
  'surveys/stats/',
  'surveys/s/activity/',
  'surveys/s/stats/',
  'surveys/s/',
  'surveys/responses_count/',
]

/** Lists that the interface does not describe, and what else is narrowed by a query. */
const STRICT = [
  'persons/',
  'events/',
  'feature_flags/evaluation_reasons/?distinct_id=u',
  'surveys/s/results/',
  'surveys/s/responses/',
]

const withParameter = (path: string, parameter: string) => path + (path.includes('?') ? '&' : '?') + parameter

describe('a parameter that a list does not have (4.2, D-760)', () => {
  it.each(STRICT)('gets 400 with its name, in place of everything: GET %s', async path => {
    const service = createService()
    expect((await callConsole(service, path)).status).toBe(200)
    for (const name of ['serach', 'person', 'Limit', '__proto__']) {
      const { status, body } = await callConsole(service, withParameter(path, `${name}=u`))
      expect([status, body.attr]).toEqual([400, name])
      expect(body.detail).toMatch(/^There is no parameter of this name\. Expected one of \w+/)
    }
  })

  it.each(STRICT)('is ignored when it filters nothing: GET %s', async path => {
    for (const parameter of ['format=json', '_=1759320000000'])
      expect((await callConsole(createService(), withParameter(path, parameter))).status).toBe(200)
  })

  it.each(['persons/?offset=100', 'events/?offset=100'])(
    'gets 400 in place of the first page: GET %s',
    async path => {
      expect((await callConsole(createService(), path)).status).toBe(400)
    },
  )

  it('is none of the filters that results and responses have', async () => {
    const filters =
      'language=de&completion=partial&path=a&person_property=plan%3Dpro&search=a&person_id=p&date_from=2025-01-01'
    for (const path of ['results', 'responses'])
      expect((await callConsole(createService(), `surveys/s/${path}/?${filters}`)).status).toBe(200)
  })

  it('is no reason to tell a key without the scope what a list has', async () => {
    const service = createTestService({ personalKeys: [{ key: 'phx_a', scopes: ['survey:read'] }] })
    const response = await service.fetch('/api/projects/1/persons/?serach=u', {
      headers: { authorization: 'Bearer phx_a' },
    })
    expect(response.status).toBe(403)
  })

  it.each(TOLERANT)('is ignored where the interface describes the list: GET %s', async path => {
    expect((await callConsole(createService(), withParameter(path, 'archived=false&serach=u'))).status).toBe(
      200,
    )
  })
})
