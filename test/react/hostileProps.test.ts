// @vitest-environment happy-dom
import {
  CaptureOnView,
  EarshotProvider,
  ErrorBoundary,
  SurveyInline,
  useFeatureFlagEnabled,
  useSurvey,
  useThumbSurvey,
} from 'earshot/react'
import { act, createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { surveyRuntime } from '../../src/surveys/runtime'
import { type Started, startClient } from '../support/startClient'
import { probe, renderNode, stubIntersections, withClient } from './renderReact'

const fail = () => {
  throw new Error('page')
}
/** Objects of a page that throw when they are read. `own`: what else they have. */
const HOSTILE: Record<string, (own: object) => never> = {
  getter: own => Object.defineProperty({ ...own }, 'bad', { enumerable: true, get: fail }) as never,
  'getters of all names that are read': own =>
    Object.defineProperties(
      { ...own },
      Object.fromEntries(
        ['properties', 'bootstrap', 'featureFlags', 'threshold', 'onResponse', 'ignoreConditions']
          .filter(name => !(name in own))
          .map(name => [name, { enumerable: true, get: fail }]),
      ),
    ) as never,
  proxy: own => new Proxy(own, { get: (_, key) => Reflect.get(own, key) ?? fail() }) as never,
}
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy as never
}

let started: Started
let intersections: ReturnType<typeof stubIntersections>
const uncaught: unknown[] = []
const onError = (event: ErrorEvent) => uncaught.push(event.error)
const onRejection = (error: unknown) => uncaught.push(error)
beforeEach(async () => {
  uncaught.length = 0
  window.addEventListener('error', onError)
  process.on('unhandledRejection', onRejection)
  intersections = stubIntersections()
  const questions = [
    {
      id: 'thumbs',
      type: 'rating',
      display: 'emoji',
      scale: 2,
      question: 'Helpful?',
      skipSubmitButton: true,
    },
    { id: 'why', type: 'open', question: 'Why?' },
  ]
  const survey = { id: 's1', name: 'Tea', type: 'api', questions }
  started = startClient({ service: { surveys: [survey as never] }, runtime: surveyRuntime })
  await started.settle()
})
afterEach(async () => {
  // The next file has the same document.
  await started.client.shutdown()
  document.body.replaceChildren()
  intersections.restore()
  window.removeEventListener('error', onError)
  process.off('unhandledRejection', onRejection)
})

const render = (node: ReactNode) => renderNode(withClient(started.client, node))
/** Renders `useThumbSurvey` with a trigger, and returns what it has returned last. */
async function renderThumbs(options: Parameters<typeof useThumbSurvey>[0]) {
  const { Probe, renders } = probe(() => useThumbSurvey(options))
  await render(createElement(Probe))
  const hook = () => renders.at(-1) as ReturnType<typeof useThumbSurvey>
  await act(async () => hook().triggerRef(document.body.appendChild(document.createElement('button'))))
  return hook
}
const eventsOf = async (name: string) => {
  await act(() => started.settle(5_000))
  expect(uncaught).toEqual([])
  return (await started.events()).filter(({ event }) => event === name).map(({ properties }) => properties)
}

describe.each([...Object.entries(HOSTILE), ['revoked proxy', revoked] as const])(
  'objects of the page with a %s (R3A, D-673)',
  (name, create) => {
    /** What can be read of the object. */
    const readable = name === 'revoked proxy' ? {} : { plan: 'pro' }

    it('CaptureOnView captures the properties that can be read', async () => {
      const { text } = await render(
        createElement(
          CaptureOnView,
          { name: 'prices', properties: create({ plan: 'pro' }), observerOptions: create({}) },
          'Prices',
        ),
      )
      await intersections.showAll()
      expect(await eventsOf('$element_viewed')).toEqual([
        expect.objectContaining({ element_name: 'prices', ...readable }),
      ])
      expect(text()).toBe('Prices')
    })

    it('useThumbSurvey captures the properties that can be read, and the answer', async () => {
      const hook = await renderThumbs({ surveyId: 's1', properties: create({ plan: 'pro' }) })
      await act(async () => hook().respond('up'))
      expect(await eventsOf('survey shown')).toEqual([
        expect.objectContaining({ $survey_id: 's1', ...readable }),
      ])
      expect(await eventsOf('survey sent')).toEqual([expect.objectContaining({ $survey_response_thumbs: 1 })])
    })

    it('useSurvey starts with the options that can be read', async () => {
      const { Probe, renders } = probe(() => useSurvey('s1', create({})).page)
      await render(createElement(Probe))
      await eventsOf('survey shown')
      expect(renders.at(-1)).toBe('question')
    })

    it('SurveyInline shows the survey', async () => {
      const { container } = await render(
        createElement(SurveyInline, { surveyId: 's1', options: create({ ignoreConditions: true }) }),
      )
      await eventsOf('survey shown')
      expect(container.firstElementChild!.children).toHaveLength(1)
    })

    it('EarshotProvider renders the flags of its options that can be read', async () => {
      const bootstrap = create({ featureFlags: create({ on: true }) })
      const { Probe, renders } = probe(() => useFeatureFlagEnabled('on'))
      const client = { ...started.client, __loaded: false }
      const options = create({ bootstrap })
      await renderNode(createElement(EarshotProvider, { client, options } as never, createElement(Probe)))
      await eventsOf('')
      expect(renders[0]).toBe(name === 'revoked proxy' ? undefined : true)
    })
  },
)

describe('useThumbSurvey with options that throw (R3A)', () => {
  it('renders and keeps the answer', async () => {
    const options = HOSTILE['getters of all names that are read']!({ surveyId: 's1' })
    const hook = await renderThumbs(options)
    await act(async () => hook().respond('down'))
    expect(await eventsOf('survey sent')).toEqual([expect.objectContaining({ $survey_response_thumbs: 2 })])
  })

  it('sends the answer before it calls a callback that throws', async () => {
    const { respond } = (await renderThumbs({ surveyId: 's1', onResponse: fail }))()
    await act(async () => expect(() => respond('down')).toThrow('page'))
    await act(async () => respond('down'))
    expect(await eventsOf('survey sent')).toEqual([expect.objectContaining({ $survey_response_thumbs: 2 })])
  })
})

describe('ErrorBoundary with additional properties that throw (R3A)', () => {
  it.each([fail, ...Object.values(HOSTILE).map(create => create({}))])('reports the error', async more => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const error = new Error('no tea')
    const Broken = () => {
      throw error
    }
    const boundary = { fallback: 'Sorry', additionalProperties: more }
    const { text } = await render(createElement(ErrorBoundary, boundary, createElement(Broken)))
    expect(text()).toBe('Sorry')
    expect(started.errors).toEqual([{ reason: 'react', detail: expect.objectContaining({ error }) }])
    vi.restoreAllMocks()
  })
})
