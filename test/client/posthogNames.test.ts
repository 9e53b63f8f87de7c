import * as earshot from 'earshot'
import * as posthogJs from 'posthog-js'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { HOST, startClient, TOKEN } from '../support/startClient'

describe('_isIdentified', () => {
  it('returns whether the visitor is a person, before init, after identify and after reset', () => {
    const { client } = startClient({ init: false })
    expect(client._isIdentified()).toBe(false)
    const { client: started } = startClient()
    expect(started._isIdentified()).toBe(false)
    started.identify('ann')
    expect(started._isIdentified()).toBe(true)
    started.reset()
    expect(started._isIdentified()).toBe(false)
  })
})

describe('the names of posthog-js in earshot', () => {
  it('export the client of the page as posthog', () => {
    expect(earshot.posthog).toBe(earshot.default)
  })

  it('have the members of the enums', () => {
    expect(earshot.SurveyQuestionType).toEqual(posthogJs.SurveyQuestionType)
    expect(earshot.SurveyType).toEqual(posthogJs.SurveyType)
    expect(earshot.SurveyQuestionBranchingType).toEqual(posthogJs.SurveyQuestionBranchingType)
    expect(earshot.DisplaySurveyType).toEqual(posthogJs.DisplaySurveyType)
  })

  it('are types that fit what the client takes and returns', () => {
    const beforeSend: earshot.BeforeSendFn = (event: earshot.CaptureResult) => event
    const settings: Partial<earshot.PostHogConfig> = {
      before_send: beforeSend,
      // Settings without an effect must compile too.
      autocapture: false,
      session_recording: { maskAllInputs: true },
      defaults: '2026-01-30',
      ui_host: 'https://eu.posthog.com',
    }
    const client: earshot.PostHog = startClient({ config: settings }).client
    expectTypeOf(client.capture).returns.toEqualTypeOf<earshot.CaptureResult | undefined>()
    const options: earshot.CaptureOptions = { send_instantly: true }
    const properties: earshot.Properties = { plan: 'pro' }
    expect(client.capture('signed up', properties, options)?.properties).toMatchObject(properties)
    const payload: earshot.JsonType = client.getFeatureFlagPayload('flag')
    const result: earshot.FeatureFlagResult | undefined = client.getFeatureFlagResult('flag')
    expect([payload, result]).toEqual([undefined, undefined])
    const question: earshot.SurveyQuestion = {
      type: earshot.SurveyQuestionType.Open,
      question: 'Why?',
    }
    const survey: Partial<earshot.Survey> = { type: earshot.SurveyType.API, questions: [question] }
    const type: earshot.SurveyQuestionType | undefined = survey.questions?.[0]?.type
    expect(type).toBe('open')
  })
})

describe('config', () => {
  it('has the project key, whatever the settings say', () => {
    const { client } = startClient({ init: false })
    expect(client.get_config('token')).toBeUndefined()
    client.init(' phc_key ', { api_host: HOST, token: 'other' })
    expect(client.config.token).toBe('phc_key')
    expect([client.get_config('token'), client.get_config('api_host')]).toEqual(['phc_key', HOST])
  })

  it('has the project key on a server', () => {
    expect(earshot.createClient(TOKEN, { api_host: HOST }).config.token).toBe(TOKEN)
  })
})

describe('persistence', () => {
  it('has the stored properties, before and after init', () => {
    const { client } = startClient({ init: false })
    expect(client.persistence.props).toEqual({})
    client.init(TOKEN, { api_host: HOST })
    client.register({ plan: 'pro' })
    expect(client.persistence.props).toMatchObject({ plan: 'pro', distinct_id: client.get_distinct_id() })
    expect(client.persistence.get_property('plan')).toBe('pro')
  })

  it('hands out a copy', () => {
    const { client } = startClient()
    const id = client.get_distinct_id()
    client.persistence.props.distinct_id = 'other'
    Object.assign(client.persistence, { props: { distinct_id: 'other' } })
    expect([client.get_distinct_id(), client.persistence.props.distinct_id]).toEqual([id, id])
  })
})

describe('products that are missing', () => {
  it('have methods whose first call goes to on_error, calls before init included', () => {
    const { client, errors, service } = startClient({ init: false })
    client.captureException(new Error('early'))
    expect(client.sessionRecordingStarted()).toBe(false)
    client.init(TOKEN, {
      api_host: HOST,
      fetch: service.fetch as typeof fetch,
      compression: 'none',
      on_error: (reason, detail) => errors.push({ reason, detail }),
    })
    for (const call of [1, 2]) client.captureException(new Error(`${call}`))
    expect([client.sessionRecordingStarted(), client.get_session_replay_url()]).toEqual([false, ''])
    expect(errors).toEqual([
      { reason: 'unsupported', detail: 'captureException' },
      { reason: 'unsupported', detail: 'sessionRecordingStarted' },
      { reason: 'unsupported', detail: 'get_session_replay_url' },
    ])
  })

  it.each([
    'sessionManager',
    'sessionRecording',
    'sessionPersistence',
    'toolbar',
    'consent',
    'requestRouter',
  ])('have no object, so that ?. protects: %s', name => {
    for (const init of [false, true]) expect(startClient({ init }).client).not.toHaveProperty(name)
  })

  it('have an integration that lets Sentry start', () => {
    for (const init of [false, true]) {
      const { client } = startClient({ init })
      for (const integration of [
        client.sentryIntegration({ organization: 'shop' }),
        new client.SentryIntegration(client, 'shop', 1),
      ]) {
        expect(integration.name).toBe('earshot')
        expect(integration.setupOnce()).toBeUndefined()
      }
    }
  })
})
