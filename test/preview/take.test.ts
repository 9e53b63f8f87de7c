import type { Survey } from 'earshot'
import { createService } from 'earshot/server'
import { lintSurvey } from 'earshot/surveys'
import { describe, expect, it } from 'vitest'
import { fileName, managementSurvey, omittedFields } from '../../examples/preview/export/managementJson'
import { createShareLink, decompress, readShareLink } from '../../examples/preview/export/shareLink'
import { parseSurvey } from '../../examples/preview/import/parseSurvey'
import { withPalette } from '../../examples/preview/inspector/appearance/colours'
import { contrastRatio, formatRatio, toHex } from '../../examples/preview/inspector/appearance/contrast'
import { createHistory } from '../../examples/preview/state/history'
import { loadState, saveState } from '../../examples/preview/state/savedState'
import { createStore } from '../../examples/preview/state/store'
import { emptySurvey, surveyFrom, TEMPLATES } from '../../examples/preview/templates/templates'

const read = (text: string) => parseSurvey(text, () => 'new-id')
const emptyStore = () => createStore(createHistory(emptySurvey('x')), {}, () => 0)
const minimal = { name: 'A', questions: [{ type: 'open', question: 'Why?' }] }

describe('reading a survey', () => {
  it('takes one survey, with an id where it has none', () => {
    expect(read(JSON.stringify(minimal))).toEqual({ survey: { ...minimal, id: 'new-id', type: 'popover' } })
  })

  it('keeps what it does not know', () => {
    const survey = { ...minimal, id: 'x', type: 'api', responses_limit: 5, custom: { a: 1 } }
    expect(read(JSON.stringify(survey))).toEqual({ survey })
  })

  it.each([
    ['an answer of the list endpoint', { count: 1, results: [minimal] }],
    ['an answer for browsers', { surveys: [minimal] }],
    ['a list', [minimal]],
  ])('takes %s that holds just one', (_, value) => {
    expect(read(JSON.stringify(value))).toHaveProperty('survey.name', 'A')
  })

  it.each([
    ['nothing', '', /nothing here/],
    ['two surveys', [minimal, minimal], /list of 2 surveys/],
    ['no object', 'true', /A survey is an object/],
    ['no list of questions', { questions: {} }, /"questions" must be a list/],
    ['a question of no type', { questions: [{ question: 'a' }] }, /questions\[0\]: "type" must be one of/],
    ['a type that every object knows', { questions: [{ type: 'constructor', question: 'a' }] }, /"type"/],
    ['a question without text', { questions: [{ type: 'open' }] }, /questions\[0\]: "question"/],
    ['no choices', { questions: [{ type: 'single_choice', question: 'a' }] }, /"choices"/],
    ['no scale', { questions: [{ type: 'rating', question: 'a' }] }, /"scale"/],
    ['a list as appearance', { ...minimal, appearance: [] }, /"appearance" must be an object/],
    ['a number as name', { ...minimal, name: 5 }, /"name" must be a text/],
  ])('says what is wrong with %s', (_, value, error) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    expect(read(text)).toEqual({ error: expect.stringMatching(error) })
  })

  it('says in which line JSON ends being JSON', () => {
    expect(read('{\n  "name": "A"\n  "questions": []\n}')).toEqual({
      error: expect.stringMatching(/not JSON, line 3, column 3/),
    })
    expect(read('{\n  "name": "A",')).toEqual({ error: expect.stringMatching(/not JSON, line 2/) })
  })
})

describe('a link', () => {
  it('carries a survey of any letters, and nothing that an address would not', async () => {
    const json = JSON.stringify({ ...minimal, name: 'Größe 测试 🎉 "quoted"' })
    const link = await createShareLink('https://shop.example/preview/#old', json)
    expect(link).toMatch(/^https:\/\/shop\.example\/preview\/#s1=[\w-]+$/)
    expect(await readShareLink(new URL(link).hash)).toBe(json)
  })

  it('without a survey carries none', async () => {
    expect(await readShareLink('')).toBeUndefined()
    expect(await readShareLink('#section')).toBeUndefined()
  })

  it('that was cut off is refused', async () => {
    const link = await createShareLink('', JSON.stringify(TEMPLATES[0]!.survey))
    await expect(readShareLink(link.slice(0, -40))).rejects.toThrow()
    await expect(decompress('%%%')).rejects.toThrow()
  })
})

describe('templates', () => {
  const surveys = TEMPLATES.map(template => [template.survey.name, surveyFrom(template, 's')] as const)

  it('are seven', () => {
    expect(new Set(surveys.map(([name]) => name)).size).toBe(7)
  })

  it.each(surveys)('%s has nothing to find fault with', (_, survey) => {
    expect(lintSurvey(survey)).toEqual([])
  })

  it.each(surveys)('%s is taken by the management interface as it is written here', async (_, survey) => {
    const service = createService({ personalKeys: [{ key: 'phx' }] })
    const response = await service.fetch('https://service.example/api/projects/1/surveys/', {
      method: 'POST',
      headers: { authorization: 'Bearer phx', 'content-type': 'application/json' },
      body: JSON.stringify(managementSurvey(survey)),
    })
    const written = await response.json()
    expect(response.status, JSON.stringify(written)).toBe(201)
    expect(written.questions).toEqual(survey.questions)
    expect(written.appearance).toEqual(survey.appearance)
  })
})

describe('JSON for the management interface', () => {
  it('has what can be written, and says what it leaves out', () => {
    const survey = { ...minimal, id: 'x', type: 'popover', translations: {}, linked_flag_key: 'f' } as Survey
    expect(managementSurvey(survey)).toEqual({ ...minimal, type: 'popover', translations: {} })
    expect(omittedFields(survey)).toEqual(['linked_flag_key'])
  })

  it('goes into a file that says which survey it is', () => {
    expect(fileName({ ...emptySurvey('x'), name: 'Why? / Größe' })).toBe('why-größe.json')
    expect(fileName({ ...emptySurvey('x'), name: '???' })).toBe('survey.json')
  })
})

describe('what is kept between visits', () => {
  const storage = (): Storage => {
    const entries = new Map<string, string>()
    return {
      getItem: key => entries.get(key) ?? null,
      setItem: (key, value) => void entries.set(key, value),
      removeItem: key => void entries.delete(key),
      clear: () => entries.clear(),
      key: () => null,
      length: 0,
    }
  }

  it('is the survey, what can be undone, and what is no survey yet', () => {
    const store = emptyStore()
    store.edit({ ...emptySurvey('x'), name: 'Second' })
    store.set({ jsonDraft: { text: '{', error: 'cut' } })
    const place = storage()
    expect(saveState(place, store.get())).toBe(true)
    const kept = loadState(place)
    expect(kept?.history.present.name).toBe('Second')
    expect(kept?.history.past.map(({ name }) => name)).toEqual(['Untitled survey'])
    expect(kept?.jsonDraft?.text).toBe('{')
  })

  it('is nothing where somebody else wrote, or where nothing can be written', () => {
    const place = storage()
    for (const text of ['{', '5', '{"history":{}}', 'null']) {
      place.setItem('earshot_preview', text)
      expect(loadState(place)).toBeUndefined()
    }
    const full = {
      ...storage(),
      setItem: () => {
        throw new Error('full')
      },
    }
    expect(saveState(full, emptyStore().get())).toBe(false)
  })
})

describe('the store', () => {
  it('keeps JSON that is no survey yet, whatever is edited elsewhere', () => {
    const store = emptyStore()
    store.set({ jsonDraft: { text: '{', error: 'cut' } })
    store.edit({ ...emptySurvey('x'), name: 'Second' })
    store.undo()
    expect(store.get().jsonDraft?.text).toBe('{')
  })

  it('shows the first question of a survey that takes the place of another, and undo brings that back', () => {
    const store = emptyStore()
    store.replace(surveyFrom(TEMPLATES[0]!, 'y'))
    expect(store.get()).toMatchObject({ openQuestion: 0, preview: { page: 0 } })
    store.undo()
    expect(store.get().history.present.id).toBe('x')
    expect(store.get().openQuestion).toBeNull()
  })
})

describe('colours', () => {
  it('are compared as WCAG does, and never rounded up', () => {
    expect(formatRatio(contrastRatio([255, 255, 255], [0, 0, 0]))).toBe('21.0 : 1')
    expect(formatRatio(contrastRatio([0x77, 0x77, 0x77], [255, 255, 255]))).toBe('4.4 : 1')
    expect(toHex([0, 15, 255])).toBe('#000fff')
  })

  it('of a palette take the place of all others, and of nothing else', () => {
    const before = { backgroundColor: 'red', textColor: 'blue', maxWidth: '400px' }
    expect(withPalette(before, { textColor: 'green' })).toEqual({ textColor: 'green', maxWidth: '400px' })
  })
})
