import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Store } from '../../src/server/index'
import { post } from './testService'

/** Counts every map and set that is created after the call. Returns the size of the largest that is still used. */
function trackCollections(): () => number {
  const created: WeakRef<{ size: number }>[] = []
  const tracked = <C extends new (...args: never[]) => { size: number }>(Collection: C): C =>
    new Proxy(Collection, {
      construct(target, args, newTarget) {
        const collection = Reflect.construct(target, args, newTarget) as { size: number }
        created.push(new WeakRef(collection))
        return collection
      },
    })
  vi.stubGlobal('Map', tracked(Map))
  vi.stubGlobal('Set', tracked(Set))
  return () => Math.max(...created.map(reference => reference.deref()?.size ?? 0))
}

const memory = async (): Promise<Store> =>
  (await import('../../src/server/store/memoryStore')).createMemoryStore()
async function sqlite(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-caches-'))
  const store = await (await import('../../src/server/openStore')).openStore(join(folder, 'data.db'))
  onTestFinished(async () => {
    await store.close?.()
    await rm(folder, { recursive: true })
  })
  return store
}

describe('caches of the service', () => {
  it.each<[string, number, number, () => Promise<Store>]>([
    // The callers that a throttle knows, see D-404.
    ['memory', 11_500, 10_001, memory],
    // The rows that are cached of a table, see D-485.
    ['SQLite', 1_500, 1_001, sqlite],
  ])(
    'stay bounded in %s whatever %i requests with the public key contain (R50)',
    async (_, requests, bound, open) => {
      vi.resetModules()
      const largest = trackCollections()
      const store = await open()
      const { createService } = await import('../../src/server/index')
      const limit = { requests: 1_000_000, perMs: 3_600_000 }
      const service = createService({
        store,
        maxBytes: 200_000,
        maxEvents: 100,
        requestLogSize: 10,
        flags: { on: true },
        groupTypes: ['company'],
        // Without them on disk, where the cached rows are counted.
        throttles: store.isPersistent ? {} : { flags: limit, capture: limit },
      })
      const send = async (i: number) => {
        const key = i % 10 === 0 ? 'phc_demo' : `phc_${i}`
        const ids = { api_key: key, distinct_id: `u${i}` }
        await post(
          service,
          `/flags?v=2&x=${i}`,
          { ...ids, flag_keys: [`f${i}`], groups: { [`g${i}`]: `${i}` } },
          { [`x-${i}`]: '1' },
        )
        if (i % 10) return
        const properties = { $survey_id: `s${i}`, $survey_submission_id: `${i}` }
        await post(service, '/batch/', {
          api_key: key,
          batch: ['survey sent', `e${i}`].map(event => ({ ...ids, event, properties })),
        })
        await service.fetch(`/api/surveys/?token=phc_${i}`)
      }
      for (let i = 0; i < requests; i++) await send(i)
      vi.unstubAllGlobals()
      const size = largest()
      expect([size > 500, size <= bound]).toEqual([true, true])
    },
    120_000,
  )
})
