import { createService } from 'earshot/server'
import { lintSurvey } from 'earshot/surveys'
import { describe, expect, it } from 'vitest'
import { managementSurvey } from '../../src/editor/export/managementJson'
import { surveyFrom, TEMPLATES } from '../../src/editor/templates/templates'

const surveys = TEMPLATES.map(template => [template.survey.name, surveyFrom(template, 's')] as const)

describe('templates', () => {
  it('have seven different names', () => {
    expect(new Set(surveys.map(([name]) => name)).size).toBe(7)
  })

  it.each(surveys)('%s has no lint findings', (_, survey) => {
    expect(lintSurvey(survey)).toEqual([])
  })

  it.each(surveys)('%s is accepted unchanged by the management API', async (_, survey) => {
    const service = createService({ personalKeys: [{ key: 'phx' }] })
    const response = await service.fetch('https://service.example/api/projects/1/surveys/', {
      method: 'POST',
      headers: { authorization: 'Bearer phx', 'content-type': 'application/json' },
      body: JSON.stringify(managementSurvey(survey)),
    })
    const created = await response.json()
    expect(response.status, JSON.stringify(created)).toBe(201)
    expect(created.questions).toEqual(survey.questions)
    expect(created.appearance).toEqual(survey.appearance)
  })
})
