import { describe, expect, it } from 'vitest'
import type { Service } from '../../src/server/index'
import { createTestService } from '../server/testService'
import { callSurveys, createSurvey } from './surveyApi'

const STARTED = '2025-09-01T00:00:00Z'
const SPANISH = { es: { name: 'Opinión', thankYouMessageHeader: '¡Gracias!' } }

/** The first survey in the form for browsers. */
const publicSurvey = async (service: Service) => {
  const response = await service.fetch('/api/surveys/?token=phc_demo')
  return (await response.json()).surveys[0]
}

describe('4.2 translations of a survey', () => {
  it('returns translations in all replies and in the form for browsers', async () => {
    const service = createTestService()
    const { status, body } = await createSurvey(service, { start_date: STARTED, translations: SPANISH })
    expect([status, body.translations]).toEqual([201, SPANISH])
    expect((await callSurveys(service, 'GET', body.id)).body.translations).toEqual(SPANISH)
    expect((await publicSurvey(service)).translations).toEqual(SPANISH)
  })

  it('keeps translations when an update leaves them out, and logs the change when it does not', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service, { start_date: STARTED, translations: SPANISH })
    const renamed = await callSurveys(service, 'PATCH', body.id, { name: 'Opinion' })
    expect(renamed.body.translations).toEqual(SPANISH)
    const german = { de: { name: 'Meinung' } }
    await callSurveys(service, 'PATCH', body.id, { translations: german })
    expect((await publicSurvey(service)).translations).toEqual(german)
    const activity = await callSurveys(service, 'GET', `${body.id}/activity`)
    expect(activity.body.results[0].detail.changes).toEqual([
      { type: 'Survey', action: 'changed', field: 'translations', before: SPANISH, after: german },
    ])
  })

  it.each([null, {}])('removes translations when an update sets them to %j', async empty => {
    const service = createTestService()
    const { body } = await createSurvey(service, { start_date: STARTED, translations: SPANISH })
    const { body: after } = await callSurveys(service, 'PATCH', body.id, { translations: empty })
    expect(after).not.toHaveProperty('translations')
    expect(await publicSurvey(service)).not.toHaveProperty('translations')
  })

  it('removes unsafe HTML from translations', async () => {
    const translations = { es: { thankYouMessageDescription: 'Muy <b>bien</b><script>alert(1)</script>' } }
    const appearance = { thankYouMessageDescriptionContentType: 'html' }
    const { body } = await createSurvey(createTestService(), { translations, appearance })
    expect(body.translations.es.thankYouMessageDescription).toBe('Muy <b>bien</b>')
  })

  it.each(['es', { es: 'Opinión' }])('rejects %j as translations', async translations => {
    const { status, body } = await createSurvey(createTestService(), { translations })
    expect([status, body.attr.split('__')[0]]).toEqual([400, 'translations'])
  })
})
