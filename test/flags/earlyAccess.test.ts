import { describe, expect, it } from 'vitest'
import { startClient } from '../support/startClient'

const BETA = { name: 'Beta search', description: '', stage: 'beta', flagKey: 'beta', documentationUrl: null }

/** Starts a client whose service has one early-access feature, and collects the queries of its list. */
async function start() {
  const queries: string[] = []
  const fetch: typeof globalThis.fetch = async url => {
    const { pathname, searchParams } = new URL(String(url))
    if (!pathname.includes('early_access')) return new Response('{}')
    queries.push(searchParams.getAll('stage').join())
    return new Response(JSON.stringify({ earlyAccessFeatures: [BETA] }))
  }
  const started = startClient({ config: { fetch } })
  await started.settle(1_000)
  return { ...started, queries }
}

describe('getEarlyAccessFeatures', () => {
  it('requests the list once, and again with force', async () => {
    const { client, queries, settle } = await start()
    const received: unknown[] = []
    client.getEarlyAccessFeatures(features => received.push(features))
    await settle()
    client.getEarlyAccessFeatures(features => received.push(features))
    expect([queries.length, received]).toEqual([1, [[BETA], [BETA]]])
    client.getEarlyAccessFeatures(features => received.push(features), true)
    await settle()
    expect([queries.length, received.length]).toEqual([2, 3])
  })

  it('requests the given stages alone, or all', async () => {
    const { client, queries, settle } = await start()
    client.getEarlyAccessFeatures(() => {})
    client.getEarlyAccessFeatures(() => {}, true, ['alpha', 'beta'])
    await settle()
    expect(queries).toEqual(['', 'alpha,beta'])
  })

  it('reports the error of a callback that throws', async () => {
    const { client, errors, settle } = await start()
    client.getEarlyAccessFeatures(() => {
      throw new Error('mine')
    })
    await settle()
    expect(errors).toContainEqual({ reason: 'callback', detail: new Error('mine') })
  })
})

describe('updateEarlyAccessFeatureEnrollment', () => {
  it('captures the name of the feature once the list is loaded', async () => {
    const { client, settle } = await start()
    const captured: unknown[] = []
    client.on('eventCaptured', ({ properties }) => captured.push(properties.$early_access_feature_name))
    client.updateEarlyAccessFeatureEnrollment('beta', true)
    client.getEarlyAccessFeatures(() => {})
    await settle()
    client.updateEarlyAccessFeatureEnrollment('beta', true)
    client.updateEarlyAccessFeatureEnrollment('another', true)
    expect(captured).toEqual([undefined, 'Beta search', undefined])
  })

  it('removes the visitor with false, keeps other flags, and captures no stage when none is given', async () => {
    const { client } = await start()
    client.updateFlags({ beta: true, other: 'x' })
    const captured: unknown[] = []
    client.on('eventCaptured', ({ properties }) => captured.push(properties))
    client.updateEarlyAccessFeatureEnrollment('beta', false)
    expect(client.featureFlags.getFlagVariants()).toEqual({ other: 'x' })
    expect(captured).toMatchObject([
      { $feature_flag: 'beta', $feature_enrollment: false, $set: { '$feature_enrollment/beta': false } },
    ])
    expect(captured[0]).not.toHaveProperty('$feature_enrollment_stage')
    expect(captured[0]).not.toHaveProperty('$early_access_feature_name')
  })
})
