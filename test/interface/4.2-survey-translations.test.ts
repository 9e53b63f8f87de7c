import { describe, expect, it } from 'vitest'
import type { Service } from '../../src/server/index'
import { steadyService } from '../server/testService'
import { call, create } from './surveyApi'

const STARTED = '2025-09-01T00:00:00Z'
const SPANISH = { es: { name: 'Opinión', thankYouMessageHeader: '¡Gracias!' } }

/** The first survey as browsers get it. */
const inBrowsers = async (service: Service) => {
  const response = await service.fetch('/api/surveys/?token=phc_demo')
  return (await response.json()).surveys[0]
}

describe('4.2 translations of a survey', () => {
  it('are kept, answered and handed to browsers', async () => {
    const service = steadyService()
    const { status, body } = await create(service, { start_date: STARTED, translations: SPANISH })
    expect([status, body.translations]).toEqual([201, SPANISH])
    expect((await call(service, 'GET', body.id)).body.translations).toEqual(SPANISH)
    expect((await inBrowsers(service)).translations).toEqual(SPANISH)
  })

  it('stay when an update does not speak of them, and its activity tells when it does', async () => {
    const service = steadyService()
    const { body } = await create(service, { start_date: STARTED, translations: SPANISH })
    const renamed = await call(service, 'PATCH', body.id, { name: 'Opinion' })
    expect(renamed.body.translations).toEqual(SPANISH)
    const german = { de: { name: 'Meinung' } }
    await call(service, 'PATCH', body.id, { translations: german })
    expect((await inBrowsers(service)).translations).toEqual(german)
    const activity = await call(service, 'GET', `${body.id}/activity`)
    expect(activity.body.results[0].detail.changes).toEqual([
      { type: 'Survey', action: 'changed', field: 'translations', before: SPANISH, after: german },
    ])
  })

  it.each([null, {}])('go with %j, and there is no such field any more', async none => {
    const service = steadyService()
    const { body } = await create(service, { start_date: STARTED, translations: SPANISH })
    const { body: after } = await call(service, 'PATCH', body.id, { translations: none })
    expect(after).not.toHaveProperty('translations')
    expect(await inBrowsers(service)).not.toHaveProperty('translations')
  })

  it('lose what could do harm, as other texts do', async () => {
    const translations = { es: { thankYouMessageDescription: 'Muy <b>bien</b><script>alert(1)</script>' } }
    const { body } = await create(steadyService(), { translations })
    expect(body.translations.es.thankYouMessageDescription).toBe('Muy <b>bien</b>')
  })

  it.each(['es', { es: 'Opinión' }])('are refused when they are %j', async translations => {
    const { status, body } = await create(steadyService(), { translations })
    expect([status, body.attr.split('__')[0]]).toEqual([400, 'translations'])
  })
})
