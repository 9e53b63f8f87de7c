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

const warningTypes = async (service: Service) => (await service.state.warnings()).map(warning => warning.type)

describe('6 custom events', () => {
  it('stores an event with its person', async () => {
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
    'stores %s with its properties',
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

  it('stores an anonymous event when $process_person_profile is false', async () => {
    const service = createTestService()
    await send(service, 'a', 'u', { $process_person_profile: false, $set: { plan: 'pro' } })
    expect(await service.state.persons()).toEqual([])
    const [event] = await service.state.events()
    expect(event).toMatchObject({ person_id: null, person_mode: 'anonymous' })
    expect(event?.properties).not.toHaveProperty('$set')
  })

  it('creates a person for any other $process_person_profile, with a warning when it is no boolean', async () => {
    const service = createTestService()
    await send(service, 'a', 'u', { $process_person_profile: true })
    await send(service, 'a', 'u', { $process_person_profile: 'false' })
    expect((await service.state.events()).map(event => event.person_mode)).toEqual(['full', 'full'])
    expect(await warningTypes(service)).toEqual(['invalid_process_person_profile'])
  })

  it('accepts $performance_event without storing it', async () => {
    const service = createTestService()
    expect((await send(service, '$performance_event', 'u')).status).toBe(200)
    expect(await service.state.events()).toEqual([])
  })
})

describe('6 properties of a wrong shape', () => {
  it.each<[string, string, object, object?]>([
    ['$set', 'a', { $set: 'x' }],
    ['$set', 'a', {}, { $set: ['x'] }],
    ['$set_once', 'a', { $set_once: [1] }],
    ['$unset', 'a', { $unset: 'plan' }],
    ['$unset', 'a', { $unset: ['plan', 5] }],
    ['$groups', 'a', { $groups: ['acme'] }],
    ['$anon_distinct_id', '$identify', { $anon_distinct_id: ['anon'] }],
    ['alias', '$create_alias', {}],
    ['alias', '$create_alias', { alias: ['b'] }],
    ['alias', '$create_alias', { alias: false }],
    ['$groups', 'a', { $groups: { company: { id: 'acme' } } }],
    ['$groups', 'a', { $groups: { company: 'acme', team: '' } }],
    ['$survey_submission_id', 'survey sent', { $survey_id: 's', $survey_submission_id: 5 }],
    [
      '$survey_partially_completed',
      'survey dismissed',
      { $survey_id: 's', $survey_partially_completed: 'true' },
    ],
    ['alias', '$create_alias', {}, { alias: 'b' }],
    ['alias', '$merge_dangerously', { alias: true }],
    ['alias', '$merge_dangerously', { alias: '' }],
    ['$group_type', '$groupidentify', { $group_type: 5, $group_key: 'acme', $group_set: {} }],
    ['$group_key', '$groupidentify', { $group_type: 'company', $group_set: {} }],
    ['$group_set', '$groupidentify', { $group_type: 'company', $group_key: 'acme', $group_set: 'x' }],
    ['$survey_id', 'survey sent', { $survey_response: 'x' }],
    ['$survey_id', 'survey shown', { $survey_id: 5 }],
  ])(
    'lead to a warning that names %s, and the event %s is kept',
    async (property, name, properties, fields) => {
      const service = createTestService()
      expect((await send(service, name, 'u', properties, fields)).status).toBe(200)
      expect(await service.state.events()).toMatchObject([{ event: name, properties }])
      const [warning, ...others] = await service.state.warnings()
      expect(others).toEqual([])
      expect(warning).toMatchObject({
        type: 'invalid_property',
        detail: expect.stringMatching(`^${name}: ${property} must be `.replaceAll('$', '\\$')),
        distinct_id: 'u',
      })
    },
  )

  it.each([
    ['$create_alias', { alias: true }, 'alias must be a text or a number'],
    ['$merge_dangerously', { alias: true }, 'alias must be a text or a number'],
    ['$identify', { $anon_distinct_id: true }, '$anon_distinct_id must be a text or a number'],
    ['$groupidentify', { $group_type: 'company', $group_key: true }, '$group_key must be a text or a number'],
    ['a', { $groups: { company: true } }, '$groups must be an object of texts or numbers'],
  ])(
    'lead to a warning that names numbers where ids may be numbers: %s with %j (D-754)',
    async (name, properties, detail) => {
      const service = createTestService()
      await send(service, name, 'u', properties)
      expect(await service.state.warnings()).toMatchObject([{ detail: `${name}: ${detail}` }])
    },
  )

  it('lead to no warning where the property is null or missing', async () => {
    const service = createTestService()
    const none = { $set: null, $set_once: null, $unset: null, $groups: null, $anon_distinct_id: null }
    for (const properties of [none, {}]) await send(service, '$identify', 'u', properties, none)
    await send(service, 'a', 'u', { $groups: { company: 5, team: null } })
    await send(service, 'survey sent', 'u', { $survey_id: 's', $survey_submission_id: null })
    expect(await service.state.warnings()).toEqual([])
  })
})

describe('6 $set, $set_once, $unset', () => {
  it('changes the person at any event', async () => {
    const service = createTestService()
    await send(service, 'a', 'u', { $set: { plan: 'free', age: 1 }, $set_once: { first: 'a' } })
    await send(service, 'b', 'u', { $set: { plan: 'pro' }, $set_once: { first: 'b' }, $unset: ['age'] })
    expect((await personOf(service, 'u'))?.properties).toEqual({ plan: 'pro', first: 'a' })
  })

  it('prefers the fields of the event to its properties', async () => {
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

  it('ignores values of the wrong type', async () => {
    const service = createTestService()
    expect((await send(service, 'a', 'u', { $set: 'x', $set_once: [1], $unset: 'y' })).status).toBe(200)
    expect((await personOf(service, 'u'))?.properties).toEqual({})
  })

  it('changes the flags of the person', async () => {
    const filters = {
      groups: [{ properties: [{ key: 'plan', value: 'pro', type: 'person' }], rollout_percentage: 100 }],
    }
    const service = createTestService({ flags: { f: { filters } } })
    await send(service, '$identify', 'u', { $set: { plan: 'pro' } })
    expect((await fetchFlags(service)).flags['f']?.enabled).toBe(true)
  })
})

describe('6 $identify', () => {
  it('updates the properties of the person', async () => {
    const service = createTestService()
    await send(service, '$identify', 'u', { $set: { email: 'u@a.test' } })
    expect(await personOf(service, 'u')).toMatchObject({
      properties: { email: 'u@a.test' },
      is_identified: false,
    })
  })

  it('merges the anonymous person into the identified one, whose properties win', async () => {
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

  it('assigns a new id to the anonymous person', async () => {
    const service = createTestService()
    await send(service, 'a', 'anon')
    const before = await personOf(service, 'anon')
    await send(service, '$identify', 'u', { $anon_distinct_id: 'anon' })
    expect(await personOf(service, 'u')).toMatchObject({ id: before?.id, main_distinct_id: 'u' })
  })

  it('refuses to merge a person who is already identified', async () => {
    const service = createTestService()
    await send(service, '$identify', 'one', { $anon_distinct_id: 'anon' })
    await send(service, '$identify', 'two')
    await send(service, '$identify', 'two', { $anon_distinct_id: 'one' })
    expect(await service.state.persons()).toHaveLength(2)
    expect(await warningTypes(service)).toEqual(['cannot_merge_already_identified'])
    expect(await service.state.events()).toHaveLength(3)
  })

  it.each(['anonymous', 'GUEST', 'null', 'None', 'NULL', '[object Object]', '"undefined"', '0', ' '])(
    'refuses to merge the illegal id %j',
    async id => {
      const service = createTestService()
      await send(service, '$identify', 'u', { $anon_distinct_id: id })
      expect(await warningTypes(service)).toEqual(['cannot_merge_with_illegal_distinct_id'])
      expect((await personOf(service, 'u'))?.distinct_ids).toEqual(['u'])
    },
  )

  it('drops $identify and the other events about persons when they are anonymous', async () => {
    const service = createTestService()
    for (const name of ['$identify', '$create_alias', '$groupidentify', '$merge_dangerously']) {
      expect((await send(service, name, 'u', { $process_person_profile: false, alias: 'x' })).status).toBe(
        200,
      )
    }
    expect(await service.state.events()).toEqual([])
    expect(await service.state.persons()).toEqual([])
    expect(await warningTypes(service)).toEqual(
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

  it('assigns a new alias to the person', async () => {
    const service = createTestService()
    await send(service, 'a', 'old', { $set: { plan: 'free' } })
    await send(service, '$create_alias', 'old', { alias: 'new' })
    expect(await personOf(service, 'new')).toMatchObject({
      main_distinct_id: 'new',
      properties: { plan: 'free' },
    })
    expect(await service.state.persons()).toHaveLength(1)
  })

  it('changes no person when the alias is missing, no text, or the id itself', async () => {
    const service = createTestService()
    await send(service, '$create_alias', 'u', { alias: 'u' })
    await send(service, '$create_alias', 'u', { alias: [7] })
    await send(service, '$create_alias', 'u')
    expect(await service.state.persons()).toMatchObject([{ distinct_ids: ['u'], is_identified: false }])
    expect(await service.state.events()).toHaveLength(3)
  })
})

describe('6 ids that are numbers, in properties that merge persons (D-754)', () => {
  it.each([
    ['$create_alias', { alias: 42 }],
    ['$merge_dangerously', { alias: 42 }],
    ['$identify', { $anon_distinct_id: 42 }],
  ])('are texts in %s, as distinct ids are', async (name, properties) => {
    const service = createTestService()
    await send(service, name, 'u', properties)
    await send(service, 'a', 42 as never)
    const [person, ...others] = await service.state.persons()
    expect([person?.distinct_ids.toSorted(), others]).toEqual([['42', 'u'], []])
    expect(await service.state.warnings()).toEqual([])
  })
})

describe('6 $merge_dangerously', () => {
  it('merges persons who are already identified', async () => {
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

  it('creates a group and updates it', async () => {
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
    ['a type that is no text', {}, 'acme'],
  ])('creates no group when it has %s', async (_, type, key) => {
    const service = createTestService()
    await identify(service, type, key, {})
    expect(await service.state.groups()).toEqual([])
    expect(await service.state.events()).toHaveLength(1)
  })

  it('ignores a sixth group type, with a warning', async () => {
    const service = createTestService()
    for (const type of ['a', 'b', 'c', 'd', 'e', 'f']) await identify(service, type, 'x', {})
    expect((await service.state.groups()).map(group => group.type)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(await warningTypes(service)).toEqual(['group_type_limit_exceeded'])
    expect(await service.state.events()).toHaveLength(6)
  })
})

describe('6 $groups on an event', () => {
  it('associates the event with its groups and creates none', async () => {
    const service = createTestService()
    await send(service, 'a', 'u', { $groups: { company: 'acme', team: 7, odd: {}, none: '' } })
    expect(await service.state.events()).toMatchObject([{ groups: { company: 'acme', team: '7' } }])
    expect(await service.state.groups()).toEqual([])
  })
})

describe('6 survey events', () => {
  it('stores survey events with their answers', async () => {
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
