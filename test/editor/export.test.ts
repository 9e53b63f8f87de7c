import type { Survey } from 'earshot'
import { describe, expect, it } from 'vitest'
import { fileName, managementSurvey, omittedFields } from '../../src/editor/export/managementJson'
import { createShareLink, decompress, readShareLink } from '../../src/editor/export/shareLink'
import { emptySurvey, TEMPLATES } from '../../src/editor/templates/templates'

const minimal = { name: 'A', questions: [{ type: 'open', question: 'Why?' }] }

describe('share link', () => {
  it('encodes a survey with any characters into URL-safe characters', async () => {
    const json = JSON.stringify({ ...minimal, name: 'Größe 测试 🎉 "quoted"' })
    const link = await createShareLink('https://shop.example/preview/#old', json)
    expect(link).toMatch(/^https:\/\/shop\.example\/preview\/#s1=[\w-]+$/)
    expect(await readShareLink(new URL(link).hash)).toBe(json)
  })

  it('returns undefined for a URL without a survey', async () => {
    expect(await readShareLink('')).toBeUndefined()
    expect(await readShareLink('#section')).toBeUndefined()
  })

  it('rejects truncated and invalid data', async () => {
    const link = await createShareLink('', JSON.stringify(TEMPLATES[0]!.survey))
    await expect(readShareLink(link.slice(0, -40))).rejects.toThrow()
    await expect(decompress('%%%')).rejects.toThrow()
  })
})

describe('management JSON', () => {
  it('contains the writable fields and lists the omitted ones', () => {
    const survey = { ...minimal, id: 'x', type: 'popover', translations: {}, linked_flag_key: 'f' } as Survey
    expect(managementSurvey(survey)).toEqual({ ...minimal, type: 'popover', translations: {} })
    expect(omittedFields(survey)).toEqual(['linked_flag_key'])
  })

  it('has a file name derived from the survey name', () => {
    expect(fileName({ ...emptySurvey('x'), name: 'Why? / Größe' })).toBe('why-größe.json')
    expect(fileName({ ...emptySurvey('x'), name: '???' })).toBe('survey.json')
  })
})
