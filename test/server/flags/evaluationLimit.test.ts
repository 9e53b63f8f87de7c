import { setImmediate } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { createMemoryStore, type Store } from '../../../src/server/index'
import { createTestService, fetchFlags, post } from '../testService'

it('holds the rows of persons and groups for ten flags requests at a time (R50, D-794)', async () => {
  const store = createMemoryStore()
  const read = { persons: 0, groups: 0 }
  const gate: { promise: Promise<void>; open: () => void } = {
    promise: Promise.resolve(),
    open: () => undefined,
  }
  const slow: Store = {
    ...store,
    // A database answers later, and a request holds what it has read until then.
    get: async (table, key) => {
      if (table === 'persons') read.persons++
      if (table === 'groups') {
        read.groups++
        await gate.promise
      }
      return store.get(table, key)
    },
  }
  const service = createTestService({
    store: slow,
    groupTypes: ['company'],
    flags: {
      f: { filters: { groups: [{ properties: [{ key: 'plan', value: 'pro' }] }] } },
      g: {
        filters: {
          aggregation_group_type_index: 0,
          groups: [{ properties: [{ key: 'size', value: 'large', type: 'group', group_type_index: 0 }] }],
        },
      },
    },
  })
  await post(service, '/batch/', {
    api_key: 'phc_demo',
    batch: [{ event: '$set', distinct_id: 'u', properties: { $set: { plan: 'pro' } } }],
  })
  gate.promise = new Promise(resolve => Object.assign(gate, { open: resolve }))
  const replies = Array.from({ length: 50 }, () =>
    fetchFlags(service, { distinct_id: 'u', groups: { company: 'acme' } }),
  )
  await vi.waitFor(() => expect(read.groups).toBe(10), 10_000)
  for (let turn = 0; turn < 100; turn++) await setImmediate()
  expect(read).toEqual({ persons: 10, groups: 10 })
  gate.open()
  for (const { flags } of await Promise.all(replies)) expect(flags['f']?.enabled).toBe(true)
  expect(read).toEqual({ persons: 50, groups: 50 })
})

it('reads the groups that a flag has a filter about, and no others (R50, D-479)', async () => {
  const store = createMemoryStore()
  const read: unknown[] = []
  const service = createTestService({
    store: {
      ...store,
      get: (table, key) => {
        if (table === 'groups') read.push(key)
        return store.get(table, key)
      },
    },
    groupTypes: ['company', 'team'],
    flags: {
      rollout: { filters: { aggregation_group_type_index: 0, groups: [{ rollout_percentage: 100 }] } },
      filter: {
        filters: {
          groups: [{ properties: [{ key: 'size', value: 'large', type: 'group', group_type_index: 1 }] }],
        },
      },
    },
  })
  await post(service, '/i/v0/e/', {
    api_key: 'phc_demo',
    event: '$groupidentify',
    distinct_id: 'u',
    properties: { $group_type: 'team', $group_key: 'red', $group_set: { size: 'large' } },
  })
  read.length = 0
  const { flags } = await fetchFlags(service, { distinct_id: 'u', groups: { company: 'acme', team: 'red' } })
  expect([flags['rollout']?.enabled, flags['filter']?.enabled]).toEqual([true, true])
  expect(read).toEqual([expect.objectContaining({ type: 'team', key: 'red' })])
})

it('finds the person of an id that is merged while the request waits for its row (D-809)', async () => {
  const store = createMemoryStore()
  let merge: (() => Promise<unknown>) | undefined
  const merging: Store = {
    ...store,
    get: async (table, key) => {
      const mergeNow = table === 'persons' ? merge : undefined
      if (mergeNow) {
        merge = undefined
        await mergeNow()
      }
      return store.get(table, key)
    },
  }
  const service = createTestService({
    store: merging,
    flags: { f: { filters: { groups: [{ properties: [{ key: 'plan', value: 'pro' }] }] } } },
  })
  const capture = (event: string, distinct_id: string, properties: object) =>
    post(service, '/i/v0/e/', { api_key: 'phc_demo', event, distinct_id, properties })
  for (const id of ['a', 'u']) await capture('$set', id, { $set: { plan: 'pro' } })
  const isOn = async () => (await fetchFlags(service, { distinct_id: 'a' })).flags['f']?.enabled
  expect(await isOn()).toBe(true)
  merge = () => capture('$merge_dangerously', 'u', { alias: 'a' })
  expect(await isOn()).toBe(true)
  expect(merge).toBeUndefined()
  expect(await service.state.persons()).toHaveLength(1)
})
