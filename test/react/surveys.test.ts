// @vitest-environment happy-dom
import { type SurveyHook, SurveyInline, useSurvey, useThumbSurvey } from 'earshot/react'
import { act, createElement } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { surveyRuntime } from '../../src/surveys/runtime'
import { type Started, startClient } from '../support/startClient'
import { probe, renderNode, stubIntersections, withClient } from './renderReact'

const survey = {
  id: 's1',
  name: 'Tea',
  type: 'api' as const,
  appearance: { allowGoBack: true },
  questions: [
    { id: 'which', type: 'open' as const, question: 'Which tea?' },
    { id: 'why', type: 'open' as const, question: 'Why?' },
  ],
}

let started: Started
let intersections: ReturnType<typeof stubIntersections>
beforeEach(() => {
  intersections = stubIntersections()
  started = startClient({ service: { surveys: [survey] }, runtime: surveyRuntime })
})
afterEach(async () => {
  // The next file has the same document.
  await started.client.shutdown()
  document.body.replaceChildren()
  intersections.restore()
})

const eventNames = async () => {
  await started.settle(2_000)
  return (await started.events()).map(({ event }) => event).filter(event => event.startsWith('survey'))
}

/** Renders `useSurvey` and returns its latest result. */
async function renderHook(id: string, { isStrict = false, ignoreConditions = false } = {}) {
  const { Probe, renders } = probe(() => useSurvey(id, { ignoreConditions }))
  const rendered = await renderNode(withClient(started.client, createElement(Probe), { isStrict }))
  await act(() => started.settle())
  return { ...rendered, renders: renders as SurveyHook[], hook: () => renders.at(-1) as SurveyHook }
}

describe('useSurvey', () => {
  it('goes through a survey as state, and captures its events', async () => {
    const { hook, renders } = await renderHook('s1')
    expect(renders[0]!.page).toBe('loading')
    expect(hook()).toMatchObject({ page: 'question', question: { question: 'Which tea?' } })
    expect(hook().canGoBack?.()).toBe(false)
    const element = document.createElement('section')
    await act(async () => hook().ref(element))
    await intersections.showAll()
    await act(async () => hook().answer?.('green'))
    expect(hook().question?.question).toBe('Why?')
    expect(hook().progress?.()).toEqual({ step: 2, of: 2 })
    await act(async () => hook().back?.())
    expect(hook().draft?.()).toBe('green')
    await act(async () => hook().answer?.('black'))
    await act(async () => hook().answer?.('it is strong'))
    expect(hook()).toMatchObject({ page: 'closed', state: { end: 'sent', answers: { which: 'black' } } })
    expect(await eventNames()).toContain('survey shown')
    expect((await eventNames()).at(-1)).toBe('survey sent')
  })

  it('returns the problem of an answer that is not accepted', async () => {
    const { hook } = await renderHook('s1')
    let problem: unknown
    await act(async () => {
      problem = hook().answer?.('')
    })
    expect(problem).toMatchObject({ code: 'required' })
    expect(hook().question?.question).toBe('Which tea?')
  })

  it('starts one session in StrictMode, and shows it once', async () => {
    const start = vi.spyOn(started.client, 'startSession')
    const { hook } = await renderHook('s1', { isStrict: true })
    expect(start).toHaveBeenCalledTimes(1)
    expect(hook().page).toBe('question')
  })

  it.each(['nope', ''])('is unavailable for the unknown survey "%s"', async id => {
    expect((await renderHook(id)).hook().page).toBe('unavailable')
  })

  it('is unavailable to a visitor who has closed the survey, unless conditions are ignored', async () => {
    const first = await renderHook('s1')
    await act(async () => first.hook().dismiss?.())
    expect(first.hook()).toMatchObject({ page: 'closed', state: { end: 'dismissed' } })
    await first.unmount()
    expect((await renderHook('s1')).hook().page).toBe('unavailable')
    expect((await renderHook('s1', { ignoreConditions: true })).hook().page).toBe('question')
  })

  it('keeps the progress when the component unmounts, and reports no dismissal', async () => {
    const first = await renderHook('s1')
    await act(async () => first.hook().answer?.('green'))
    await first.unmount()
    expect((await renderHook('s1')).hook().question?.question).toBe('Why?')
    expect(await eventNames()).not.toContain('survey dismissed')
  })
})

describe('SurveyInline', () => {
  it('shows the survey in its element, once in StrictMode', async () => {
    const display = vi.spyOn(started.client, 'displaySurvey')
    const { container } = await renderNode(
      withClient(started.client, createElement(SurveyInline, { surveyId: 's1', className: 'feedback' }), {
        isStrict: true,
      }),
    )
    const element = container.querySelector('.feedback')!
    expect(display).toHaveBeenLastCalledWith('s1', { displayType: 'inline', selector: element })
    await act(() => started.settle(10))
    expect(started.errors).toEqual([])
    expect(element.children).toHaveLength(1)
    expect(element.firstElementChild!.shadowRoot!.textContent).toContain('Which tea?')
  })

  it('cancels a survey that has not opened yet when it unmounts', async () => {
    const { root } = await renderNode(null)
    await act(async () => {
      flushSync(() =>
        root.render(withClient(started.client, createElement(SurveyInline, { surveyId: 's1' }))),
      )
      root.unmount()
    })
    await act(() => started.settle(10))
    expect(await eventNames()).toEqual([])
  })
})

describe('useThumbSurvey', () => {
  const render = async (options = {}) => {
    const { Probe, renders } = probe(() => useThumbSurvey({ surveyId: 's1', ...options }))
    await renderNode(withClient(started.client, createElement(Probe), { isStrict: true }))
    return () => renders.at(-1) as ReturnType<typeof useThumbSurvey>
  }

  it('captures that it was shown, and opens the survey at the answer of the first click', async () => {
    const display = vi.spyOn(started.client, 'displaySurvey').mockImplementation(() => {})
    const onResponse = vi.fn()
    const hook = await render({ onResponse, properties: { page: 'tea' } })
    const trigger = document.createElement('span')
    await act(async () => hook().triggerRef(trigger))
    await act(async () => hook().respond('down'))
    await act(async () => hook().respond('up'))
    expect(hook().response).toBe('down')
    expect(onResponse.mock.calls).toEqual([['down']])
    expect(display.mock.calls).toEqual([
      [
        's1',
        {
          ignoreConditions: true,
          ignoreDelay: true,
          properties: { page: 'tea' },
          initialResponses: { 0: 2 },
          position: 'next_to_trigger',
          selector: trigger,
          skipShownEvent: true,
        },
      ],
    ])
    expect(await eventNames()).toEqual(['survey shown'])
  })

  it('lets the page say when it was shown', async () => {
    const hook = await render({ disableAutoShownTracking: true })
    expect(await eventNames()).toEqual([])
    hook().trackShown?.()
    hook().trackShown?.()
    expect(await eventNames()).toEqual(['survey shown'])
  })
})
