import { describe, expect, it } from 'vitest'
import type { Service } from '../../src/server/index'
import { createTestService, fetchFlags, post } from '../server/testService'

const send = (
  service: Service,
  event: string,
  distinct_id: string,
  properties: object = {},
  more: object = {},
) => post(service, '/i/v0/e/', { api_key: 'phc_demo', event, distinct_id, properties, ...more })

const personOf = async (service: Service, id: string) =>
  (await service.state.persons()).find(person => person.distinct_ids.includes(id))

const warningsOf = async (service: Service) => (await service.state.warnings()).map(warning => warning.type)

describe('6 any custom name', () => {
  it('is recorded, with its person', async () => {
    const service = createTestService()
    await send(service, 'signed up', 'u', { plan: 'pro', '$feature/nav': 'new' })
    const person = await personOf(service, 'u')
    expect(await service.state.events()).toMatchObject([
      {
        event: 'signed up',
        distinct_id: 'u',
        person_id: person?.id,
        person_mode: 'full',
        properties: { plan: 'pro', '$feature/nav': 'new' },
        historical_migration: false,
      },
    ])
  })

  it.each(['$pageview', '$screen', '$feature_flag_called', 'survey shown'])(
    '%s is recorded as it is',
    async name => {
      const service = createTestService()
      const properties = {
        $current_url: 'https://a.test/',
        $screen_name: 'Home',
        $feature_flag: 'f',
        $survey_id: 's',
      }
      await send(service, name, 'u', properties)
      expect(await service.state.events()).toMatchObject([{ event: name, properties }])
    },
  )

  it('is anonymous with $process_person_profile false', async () => {
    const service = createTestService()
    await send(service, 'a', 'u', { $process_person_profile: false, $set: { plan: 'pro' } })
    expect(await service.state.persons()).toEqual([])
    const [event] = await service.state.events()
    expect(event).toMatchObject({ person_id: null, person_mode: 'anonymous' })
    expect(event?.properties).not.toHaveProperty('$set')
  })

  it('is identified for any other value, with a warning when that is no boolean', async () => {
    const service = createTestService()
    await send(service, 'a', 'u', { $process_person_profile: true })
    await send(service, 'a', 'u', { $process_person_profile: 'false' })
    expect((await service.state.events()).map(event => event.person_mode)).toEqual(['full', 'full'])
    expect(await warningsOf(service)).toEqual(['invalid_process_person_profile'])
  })

  it('$performance_event is accepted and not kept', async () => {
    const service = createTestService()
    expect((await send(service, '$performance_event', 'u')).status).toBe(200)
    expect(await service.state.events()).toEqual([])
  })
})

describe('6 $set, $set_once, $unset', () => {
  it('change the person, whatever the event', async () => {
    const service = createTestService()
    await send(service, 'a', 'u', { $set: { plan: 'free', age: 1 }, $set_once: { first: 'a' } })
    await send(service, 'b', 'u', { $set: { plan: 'pro' }, $set_once: { first: 'b' }, $unset: ['age'] })
    expect((await personOf(service, 'u'))?.properties).toEqual({ plan: 'pro', first: 'a' })
  })

  it('may stand beside the properties, where they win', async () => {
    const service = createTestService()
    await send(
      service,
      'a',
      'u',
      { $set: { plan: 'free', a: 1 } },
      { $set: { plan: 'pro' }, $set_once: { b: 2 } },
    )
    expect((await personOf(service, 'u'))?.properties).toEqual({ plan: 'pro', a: 1, b: 2 })
  })

  it('are ignored when they are no objects', async () => {
    const service = createTestService()
    expect((await send(service, 'a', 'u', { $set: 'x', $set_once: [1], $unset: 'y' })).status).toBe(200)
    expect((await personOf(service, 'u'))?.properties).toEqual({})
  })

  it('decide flags from then on', async () => {
    const filters = {
      groups: [{ properties: [{ key: 'plan', value: 'pro', type: 'person' }], rollout_percentage: 100 }],
    }
    const service = createTestService({ flags: { f: { filters } } })
    await send(service, '$identify', 'u', { $set: { plan: 'pro' } })
    expect((await fetchFlags(service)).flags['f']?.enabled).toBe(true)
  })
})

describe('6 $identify', () => {
  it('updates person properties', async () => {
    const service = createTestService()
    await send(service, '$identify', 'u', { $set: { email: 'u@a.test' } })
    expect(await personOf(service, 'u')).toMatchObject({
      properties: { email: 'u@a.test' },
      is_identified: false,
    })
  })

  it('makes one person of the anonymous id and the known one; the known one wins', async () => {
    const service = createTestService()
    await send(service, 'a', 'anon', { $set: { plan: 'free', seen: true } })
    await send(service, 'b', 'u', { $set: { plan: 'pro' } })
    await send(service, '$identify', 'u', { $anon_distinct_id: 'anon', $set: { email: 'u@a.test' } })
    const persons = await service.state.persons()
    expect(persons).toMatchObject([
      {
        is_identified: true,
        main_distinct_id: 'u',
        properties: { plan: 'pro', seen: true, email: 'u@a.test' },
      },
    ])
    expect(persons[0]?.distinct_ids.sort()).toEqual(['anon', 'u'])
    expect((await service.state.events()).map(event => event.person_id)).toEqual(
      Array(3).fill(persons[0]?.id),
    )
  })

  it('gives an id that nobody has to the anonymous person', async () => {
    const service = createTestService()
    await send(service, 'a', 'anon')
    const before = await personOf(service, 'anon')
    await send(service, '$identify', 'u', { $anon_distinct_id: 'anon' })
    expect(await personOf(service, 'u')).toMatchObject({ id: before?.id, main_distinct_id: 'u' })
  })

  it('does not take over somebody who is identified already', async () => {
    const service = createTestService()
    await send(service, '$identify', 'one', { $anon_distinct_id: 'anon' })
    await send(service, '$identify', 'two')
    await send(service, '$identify', 'two', { $anon_distinct_id: 'one' })
    expect(await service.state.persons()).toHaveLength(2)
    expect(await warningsOf(service)).toEqual(['cannot_merge_already_identified'])
    expect(await service.state.events()).toHaveLength(3)
  })

  it.each(['anonymous', 'GUEST', 'null', 'None', 'NULL', '[object Object]', '"undefined"', '0', ' '])(
    'does not merge the mistake %j',
    async id => {
      const service = createTestService()
      await send(service, '$identify', 'u', { $anon_distinct_id: id })
      expect(await warningsOf(service)).toEqual(['cannot_merge_with_illegal_distinct_id'])
      expect((await personOf(service, 'u'))?.distinct_ids).toEqual(['u'])
    },
  )

  it('of an anonymous event is dropped', async () => {
    const service = createTestService()
    for (const name of ['$identify', '$create_alias', '$groupidentify', '$merge_dangerously']) {
      expect((await send(service, name, 'u', { $process_person_profile: false, alias: 'x' })).status).toBe(
        200,
      )
    }
    expect(await service.state.events()).toEqual([])
    expect(await warningsOf(service)).toEqual(
      Array(4).fill('invalid_event_when_process_person_profile_is_false'),
    )
  })
})

describe('6 $create_alias', () => {
  it('merges the distinct_id into the alias, which becomes the main id', async () => {
    const service = createTestService()
    await send(service, 'a', 'old', { $set: { plan: 'free', a: 1 } })
    await send(service, 'a', 'new', { $set: { plan: 'pro', b: 2 } })
    await send(service, '$create_alias', 'old', { alias: 'new' })
    const persons = await service.state.persons()
    expect(persons).toMatchObject([{ main_distinct_id: 'new', properties: { plan: 'pro', a: 1, b: 2 } }])
    expect(persons[0]?.distinct_ids.sort()).toEqual(['new', 'old'])
  })

  it('gives the person another id when nobody has it', async () => {
    const service = createTestService()
    await send(service, 'a', 'old', { $set: { plan: 'free' } })
    await send(service, '$create_alias', 'old', { alias: 'new' })
    expect(await personOf(service, 'new')).toMatchObject({
      main_distinct_id: 'new',
      properties: { plan: 'free' },
    })
    expect(await service.state.persons()).toHaveLength(1)
  })

  it('to itself, or to nothing, changes nobody', async () => {
    const service = createTestService()
    await send(service, '$create_alias', 'u', { alias: 'u' })
    await send(service, '$create_alias', 'u', { alias: 7 })
    await send(service, '$create_alias', 'u')
    expect(await service.state.persons()).toMatchObject([{ distinct_ids: ['u'], is_identified: false }])
    expect(await service.state.events()).toHaveLength(3)
  })
})

describe('6 $merge_dangerously', () => {
  it('merges identified persons too', async () => {
    const service = createTestService()
    await send(service, '$identify', 'one', { $anon_distinct_id: 'a1' })
    await send(service, '$identify', 'two', { $anon_distinct_id: 'a2' })
    await send(service, '$merge_dangerously', 'one', { alias: 'two' })
    const persons = await service.state.persons()
    expect(persons).toMatchObject([{ main_distinct_id: 'one' }])
    expect(persons[0]?.distinct_ids.sort()).toEqual(['a1', 'a2', 'one', 'two'])
  })
})

describe('6 $groupidentify', () => {
  const identify = (service: Service, type: unknown, key: unknown, set?: object) =>
    send(service, '$groupidentify', 'u', { $group_type: type, $group_key: key, $group_set: set })

  it('creates a group, then updates it', async () => {
    const service = createTestService()
    await identify(service, 'company', 'acme', { tier: 'gold', a: 1 })
    await identify(service, 'company', 'acme', { tier: 'tin' })
    await identify(service, 'company', 42)
    expect(await service.state.groups()).toMatchObject([
      { type: 'company', key: 'acme', properties: { tier: 'tin', a: 1 } },
      { type: 'company', key: '42', properties: {} },
    ])
  })

  it.each([
    ['no type', undefined, 'acme'],
    ['no key', 'company', undefined],
    ['a type of the wrong kind', {}, 'acme'],
  ])('with %s is a plain event', async (_, type, key) => {
    const service = createTestService()
    await identify(service, type, key, {})
    expect(await service.state.groups()).toEqual([])
    expect(await service.state.events()).toHaveLength(1)
  })

  it('knows five types, and ignores a sixth', async () => {
    const service = createTestService()
    for (const type of ['a', 'b', 'c', 'd', 'e', 'f']) await identify(service, type, 'x', {})
    expect((await service.state.groups()).map(group => group.type)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(await warningsOf(service)).toEqual(['group_type_limit_exceeded'])
    expect(await service.state.events()).toHaveLength(6)
  })
})

describe('6 $groups on an event', () => {
  it('associates it, and creates no group', async () => {
    const service = createTestService()
    await send(service, 'a', 'u', { $groups: { company: 'acme', team: 7, odd: {}, none: '' } })
    expect(await service.state.events()).toMatchObject([{ groups: { company: 'acme', team: '7' } }])
    expect(await service.state.groups()).toEqual([])
  })
})

describe('6 survey events', () => {
  it('are recorded with their answers', async () => {
    const service = createTestService({ surveys: [{ id: 's' }] })
    const properties = {
      $survey_id: 's',
      $survey_response_q1: 'good',
      $survey_questions: [{ id: 'q1', question: 'How?' }],
      $set: { '$survey_responded/s': true },
    }
    await send(service, 'survey sent', 'u', properties)
    expect(await service.state.events()).toMatchObject([{ event: 'survey sent', properties }])
    expect((await personOf(service, 'u'))?.properties).toEqual({ '$survey_responded/s': true })
  })
})
