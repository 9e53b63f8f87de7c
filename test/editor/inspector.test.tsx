// @vitest-environment happy-dom
import type { Survey } from 'earshot'
import { type ComponentChildren, render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { newQuestion } from '../../src/editor/edit/questions'
import { FindingList } from '../../src/editor/findings/FindingList'
import { FindingsProvider, useFindings } from '../../src/editor/findings/findings'
import { DisplayTab } from '../../src/editor/inspector/DisplayTab'
import { LanguagesTab } from '../../src/editor/inspector/LanguagesTab'
import { QuestionsTab } from '../../src/editor/inspector/QuestionsTab'
import { createHistory } from '../../src/editor/state/history'
import { createStore, StoreProvider } from '../../src/editor/state/store'
import { Checks } from '../../src/editor/testRun/Checks'
import { createTestRun } from '../../src/editor/testRun/createTestRun'
import { multiple, open, survey } from '../support/surveys'

const root = document.body

afterEach(() => render(null, root))

/** Renders a part of the editor. Returns its store. */
async function openEditor(children: ComponentChildren, definition: Survey) {
  const store = createStore(createHistory(definition), {}, () => 0)
  await act(() =>
    render(
      <StoreProvider value={store}>
        <FindingsProvider>{children}</FindingsProvider>
      </StoreProvider>,
      root,
    ),
  )
  return store
}

const textOf = (selector: string) => document.querySelector(selector)?.textContent
const button = (label: string) =>
  [...document.querySelectorAll('button')].find(
    ({ ariaLabel, title, textContent }) => (ariaLabel || title || textContent) === label,
  )!
const press = (label: string) => act(() => button(label).click())
const type = (id: string, value: string) =>
  act(() => {
    const input = document.getElementById(id) as HTMLInputElement
    input.value = value
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })

const Findings = () => <FindingList findings={useFindings()} />

describe('FindingList', () => {
  it('reports an empty survey, and says what no finding means', async () => {
    await openEditor(<Findings />, survey({ questions: [] }))
    expect(textOf('.finding-list')).toContain('The survey has no questions.')
    await openEditor(<Findings />, survey())
    expect(textOf('.finding-list')).toContain('No errors or warnings. Visitors can see the survey')
  })
})

describe('QuestionsTab', () => {
  const choicesOf = (definition: Survey) => (definition.questions[0] as ReturnType<typeof multiple>).choices

  it('shows that a survey has no questions as a finding', async () => {
    await openEditor(<QuestionsTab />, survey({ questions: [] }))
    expect(textOf('.finding.error')).toContain('The survey has no questions.')
  })

  it('creates choices with placeholders, which do not reach visitors', async () => {
    const question = newQuestion('multiple_choice', 'a')
    await openEditor(<QuestionsTab />, survey({ questions: [{ ...question, question: 'Which?' }] }))
    const inputs = [...document.querySelectorAll<HTMLInputElement>('.choices input')]
    expect(inputs.map(({ value, placeholder }) => [value, placeholder])).toEqual([
      ['', 'Choice 1'],
      ['', 'Choice 2'],
    ])
    expect(document.querySelectorAll('.choices .finding.error')).toHaveLength(2)
  })

  it('keeps the open choice last', async () => {
    const question = multiple({ choices: ['Red', 'Green', 'Other'], hasOpenChoice: true })
    const store = await openEditor(<QuestionsTab />, survey({ questions: [question] }))
    const isDisabled = (label: string) => button(label).getAttribute('aria-disabled') === 'true'
    expect(isDisabled('Move choice 3 up')).toBe(true)
    expect(isDisabled('Move choice 2 down')).toBe(true)
    expect(isDisabled('Move choice 1 down')).toBe(false)
    await press('Move choice 1 down')
    expect(choicesOf(store.get().history.present)).toEqual(['Green', 'Red', 'Other'])
  })

  it('makes no other choice the open one when the open choice is removed', async () => {
    const question = multiple({ choices: ['Red', 'Green', 'Other'], hasOpenChoice: true })
    const store = await openEditor(<QuestionsTab />, survey({ questions: [question] }))
    await press('Remove choice 1')
    expect(store.get().history.present.questions[0]).toMatchObject({ hasOpenChoice: true })
    await press('Remove choice 2')
    const { present } = store.get().history
    expect(choicesOf(present)).toEqual(['Green'])
    expect(present.questions[0]).not.toHaveProperty('hasOpenChoice')
  })
})

describe('DisplayTab', () => {
  it('tries a URL against the condition, without changing the survey', async () => {
    const definition = survey({ conditions: { url: '/pricing' } })
    const store = await openEditor(<DisplayTab />, definition)
    await type('url-trial', 'https://shop.test')
    expect(textOf('#url-trial-result.failure')).toBe('"https://shop.test/" does not contain "/pricing".')
    await type('url-trial', 'https://shop.test/pricing')
    expect(textOf('#url-trial-result.success')).toBe('"https://shop.test/pricing" contains "/pricing".')
    await type('url-trial', '/pricing')
    expect(textOf('#url-trial-result')).toBe('Enter the whole URL, from https:// on.')
    expect(store.get().history.present).toBe(definition)
  })

  it('shows the remedy for a URL that no page has, and for an event that shows and cancels', async () => {
    const values = [{ name: 'paid' }]
    await openEditor(
      <DisplayTab />,
      survey({
        conditions: { url: '/pricing', urlMatchType: 'exact', events: { values }, cancelEvents: { values } },
      }),
    )
    const messages = [...document.querySelectorAll('.finding')].map(({ textContent }) => textContent)
    expect(messages).toEqual([
      expect.stringContaining('or choose "contains".'),
      expect.stringContaining('"paid" both shows and cancels the survey.'),
    ])
  })
})

describe('LanguagesTab', () => {
  it('counts the texts that are translated', async () => {
    const questions = [open({ translations: { de: { question: 'Warum?' } } }), multiple()]
    await openEditor(<LanguagesTab />, survey({ questions }))
    expect(textOf('[data-path="translations.de"] .finding')).toContain('1 of 5 texts are translated (de).')
  })
})

describe('test run', () => {
  it('says with values why the survey does not show, and leads to the field', async () => {
    const definition = survey({ conditions: { url: '/pricing', selector: '#pay' } })
    const run = createTestRun(definition, () => {})
    const explanation = await run.explain()
    const store = await openEditor(<Checks {...explanation} />, definition)
    const [first] = document.querySelectorAll<HTMLButtonElement>('.failure button')
    expect(first!.textContent).toBe(`"${location.href}" does not contain "/pricing".`)
    expect(textOf('details')).toContain('device type')
    store.set({ dialog: 'testRun' })
    await act(() => first!.click())
    expect(store.get()).toMatchObject({ dialog: null, inspectorTab: 'display' })
    await run.stop()
  })

  it('says that a survey shows by itself', async () => {
    await openEditor(<Checks failures={[]} passed={['url']} />, survey())
    expect(textOf('.success')).toBe('Yes. All conditions are met.')
  })
})
