// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ENGLISH } from '../../src/surveys/words/english'
import type { Survey } from '../../src/wire/survey'
import { codesIn, readPage, tableOf } from '../support/docs'
import { type DocsSite, openDocsSite } from './docsSite'

const survey = {
  id: 'survey-id',
  conditions: { url: '/nowhere' },
  questions: [{ id: 'why', type: 'open' as const, question: 'Why?' }],
}

afterEach(() => vi.unstubAllGlobals())

/** Starts a client with the survey, and returns what the code of the page logs. */
async function explain(
  surveys: Pick<Survey, 'id' | 'questions'>[],
  run = (site: DocsSite) => site.run('surveys', '0.ts'),
) {
  const site = await openDocsSite({ surveys })
  site.earshot.init('phc_your_project_key', { api_host: 'https://events.example.com' })
  await site.earshot.ready()
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await run(site)
  return { ...site, logged: log.mock.calls[0] }
}

describe('docs/surveys.md', () => {
  it('logs the checks that fail', async () => {
    const { logged, earshot } = await explain([survey])
    expect(logged).toEqual([['url']])
    await earshot.shutdown()
  })

  it('logs that the page does not know the survey', async () => {
    const { logged, earshot } = await explain([])
    expect(logged).toEqual(['the page does not know this survey'])
    await earshot.shutdown()
  })

  it('logs a sentence with values for each check that fails', async () => {
    const { logged, earshot } = await explain([survey], site => site.run('surveys', '1.ts'))
    expect(logged).toEqual([[expect.stringMatching(/^"https?:.*" does not contain ".*"\.$/)]])
    await earshot.shutdown()
  })

  it('replaces single texts by survey_words', async () => {
    const { earshot, run } = await openDocsSite({ surveys: [survey] })
    await run('surveys', '3.ts')
    expect(earshot.get_config('survey_words')).toMatchObject({ de: { submit: 'Abschicken' } })
    await earshot.shutdown()
  })

  it('lists every check, in the order in which they run', async () => {
    const { earshot } = await explain([survey])
    const { checks } = (await earshot.explainSurvey('survey-id'))!
    expect(tableOf('surveys', 'Check').map(([name]) => codesIn(name!)[0])).toEqual(Object.keys(checks))
    await earshot.shutdown()
  })

  it('shows answers in later texts', async () => {
    const examples = [...readPage('surveys').matchAll(/^- `(.*)` is "(.*)", and "(.*)" without/gm)]
    expect(examples).toHaveLength(2)
    for (const [, question, answered, unanswered] of examples) {
      const name = { id: 'name', type: 'open' as const, question: 'Who are you?', optional: true }
      const later = { id: 'later', type: 'open' as const, question: question! }
      const { earshot } = await explain([{ ...survey, questions: [name, later] }])
      for (const [answer, text] of [
        ['Ada', answered],
        [null, unanswered],
      ] as const) {
        const session = (await earshot.startSession('survey-id'))!
        session.answer(answer)
        expect(session.question()?.question).toBe(text)
        session.dismiss()
      }
      await earshot.shutdown()
      vi.restoreAllMocks()
    }
  })

  it('lists the key of every built-in text', () => {
    const keys = /^The keys: ([\s\S]*?)\. /m.exec(readPage('surveys'))?.[1]
    expect(codesIn(keys!)).toEqual(Object.keys(ENGLISH))
  })
})
