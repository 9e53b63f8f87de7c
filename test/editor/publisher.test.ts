import type { Survey } from 'earshot'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPublisher } from '../../src/editor/publish/openPublisher'
import { createSurvey } from '../interface/surveyApi'
import { createTestService, fetchManagement } from '../server/testService'

type Service = ReturnType<typeof createTestService>

afterEach(() => vi.unstubAllGlobals())

const newService = () =>
  createTestService({ personalKeys: [{ key: 'phx_demo' }], flags: { beta: true, other: true } })

/** Storage of a browser; `isFull` makes every write fail. */
function fakeLocalStorage() {
  const values = new Map<string, string>()
  const storage = {
    isFull: false,
    getItem: (name: string) => values.get(name) ?? null,
    setItem(name: string, value: string) {
      if (storage.isFull) throw new Error('QuotaExceededError')
      values.set(name, value)
    },
    removeItem: (name: string) => void values.delete(name),
    values,
  }
  return storage
}

/** Opens a survey of a service, or a new one, as `main.tsx` does it. */
async function open(service: Service, surveyId?: string, storage = fakeLocalStorage()) {
  const network = { isConnected: true, patches: [] as Record<string, unknown>[] }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (!network.isConnected) throw new TypeError('Failed to fetch')
    if (init.method === 'PATCH') network.patches.push(JSON.parse(String(init.body)))
    return service.fetch(path, init)
  })
  const created: string[] = []
  const { store, publisher } = await openPublisher({
    projectId: '1',
    surveyId,
    key: 'phx_demo',
    storage: storage as unknown as Storage,
    now: () => 0,
    onCreated: id => created.push(id),
  })
  const stop = publisher.start()
  const survey = () => store.get().history.present
  const edit = (fields: Partial<Survey> & Record<string, unknown>) => store.edit({ ...survey(), ...fields })
  return { store, publisher, stop, survey, edit, network, created, storage }
}

const read = async (service: Service, id: string) =>
  (await fetchManagement(service, 'GET', `/api/projects/1/surveys/${id}`)).json()

describe('createPublisher', () => {
  it('creates a new survey at its first save, and updates it from then on', async () => {
    const service = newService()
    const { publisher, edit, created, survey, network } = await open(service)
    expect((await service.state.surveys()).length).toBe(0)
    edit({ name: 'Checkout' })
    await publisher.publish()
    expect(created).toEqual([survey().id])
    edit({ name: 'Checkout 2' })
    await publisher.publish()
    expect(network.patches).toEqual([{ name: 'Checkout 2' }])
    expect(await read(service, created[0]!)).toMatchObject({ name: 'Checkout 2', start_date: null })
  })

  it('saves a draft a moment after the last change', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const service = newService()
    const { body } = await createSurvey(service)
    const { edit, network, publisher } = await open(service, body.id)
    edit({ name: 'A' })
    vi.advanceTimersByTime(500)
    edit({ name: 'AB' })
    vi.advanceTimersByTime(500)
    expect(publisher.state().saving.kind).toBe('edited')
    vi.advanceTimersByTime(500)
    vi.useRealTimers()
    await vi.waitFor(() => expect(publisher.state().saving.kind).toBe('saved'), 10_000)
    expect(network.patches).toEqual([{ name: 'AB' }])
  })

  it('keeps the ids of questions from save to save', async () => {
    const service = newService()
    const { body } = await createSurvey(service)
    const { publisher, edit, survey } = await open(service, body.id)
    edit({ questions: [{ type: 'open', question: 'Why?' }] })
    await publisher.publish()
    const { id } = survey().questions[0]!
    edit({ questions: [{ ...survey().questions[0]!, question: 'Why not?' }] })
    await publisher.publish()
    expect((await read(service, body.id)).questions).toMatchObject([{ id, question: 'Why not?' }])
  })

  it('writes the key of a linked flag as its id, and refuses an unknown key', async () => {
    const service = newService()
    const { body } = await createSurvey(service)
    const { publisher, edit } = await open(service, body.id)
    edit({ linked_flag_key: 'other' })
    await publisher.publish()
    expect((await read(service, body.id)).linked_flag).toMatchObject({ key: 'other' })
    edit({ linked_flag_key: 'missing' })
    expect(await publisher.publish()).toBe(false)
    expect(publisher.state().saving).toMatchObject({
      reason: 'There is no feature flag with the key "missing".',
    })
    edit({ linked_flag_key: '' })
    await publisher.publish()
    expect((await read(service, body.id)).linked_flag).toBeNull()
  })

  it('does not launch a draft by a start date in the editor', async () => {
    const service = newService()
    const { body } = await createSurvey(service)
    const { publisher, edit, network } = await open(service, body.id)
    edit({ start_date: '2026-01-01T00:00:00Z', name: 'Soon' })
    await publisher.publish()
    expect(network.patches).toEqual([{ name: 'Soon' }])
  })

  it('launches in a way that undo does not take back', async () => {
    const service = newService()
    const { body } = await createSurvey(service)
    const { publisher, edit, store, survey } = await open(service, body.id)
    edit({ name: 'Launched' })
    await publisher.publish({ start_date: '2025-10-01T00:00:00Z' })
    store.undo()
    expect(survey()).toMatchObject({ name: 'NPS', start_date: expect.stringContaining('2025-10-01') })
    expect(publisher.state().saving.kind).toBe('edited')
  })

  it('stops a survey without publishing edits that were not checked', async () => {
    const service = newService()
    const { body } = await createSurvey(service, { start_date: '2025-01-01T00:00:00Z' })
    const { publisher, edit, network, survey } = await open(service, body.id)
    edit({ questions: [{ type: 'open', question: '' }] })
    await publisher.setFields({ end_date: '2025-10-01T00:00:00Z' })
    expect(network.patches).toEqual([{ end_date: '2025-10-01T00:00:00Z' }])
    expect(survey()).toMatchObject({
      questions: [{ question: '' }],
      end_date: expect.stringContaining('2025-10'),
    })
    expect(publisher.state().saving.kind).toBe('edited')
  })

  it('repeats what has failed, and nothing else', async () => {
    const service = newService()
    const { body } = await createSurvey(service, { start_date: '2025-01-01T00:00:00Z' })
    const { publisher, edit, network } = await open(service, body.id)
    edit({ name: 'Unchecked' })
    network.isConnected = false
    expect(await publisher.setFields({ archived: true })).toBe(false)
    network.isConnected = true
    expect(await publisher.retry()).toBe(true)
    expect(network.patches).toEqual([{ archived: true }])
  })

  it('leaves own edits of a survey that somebody else has launched to be published', async () => {
    const service = newService()
    const { body } = await createSurvey(service)
    const { publisher, edit, network } = await open(service, body.id)
    await fetchManagement(service, 'PATCH', `/api/projects/1/surveys/${body.id}`, {
      start_date: '2025-10-01T00:00:00Z',
    })
    edit({ name: 'Mine' })
    await publisher.publish()
    const { saving } = publisher.state()
    if (saving.kind !== 'conflict') throw new Error(saving.kind)
    await publisher.keepMine(saving.theirs)
    expect([network.patches, publisher.state().saving.kind]).toEqual([[], 'edited'])
  })

  it('does not overwrite what somebody else has saved, and merges on request', async () => {
    const service = newService()
    const { body } = await createSurvey(service, { description: 'For us' })
    const { publisher, edit, survey, network } = await open(service, body.id)
    await fetchManagement(service, 'PATCH', `/api/projects/1/surveys/${body.id}`, {
      name: 'Theirs',
      schedule: 'always',
    })
    edit({ name: 'Mine' })
    expect(await publisher.publish()).toBe(false)
    const { saving } = publisher.state()
    if (saving.kind !== 'conflict') throw new Error(saving.kind)
    expect(saving.fields).toEqual(['name', 'schedule'])
    expect(await publisher.publish()).toBe(false)
    expect(network.patches).toEqual([])
    await publisher.keepMine(saving.theirs)
    expect(network.patches).toEqual([{ name: 'Mine' }])
    expect(survey()).toMatchObject({ name: 'Mine', schedule: 'always' })
  })

  it('takes over what somebody else has saved, and undo brings back the own edit', async () => {
    const service = newService()
    const { body } = await createSurvey(service)
    const { publisher, edit, survey, store } = await open(service, body.id)
    await fetchManagement(service, 'PATCH', `/api/projects/1/surveys/${body.id}`, { name: 'Theirs' })
    edit({ name: 'Mine' })
    await publisher.publish()
    const { saving } = publisher.state()
    if (saving.kind !== 'conflict') throw new Error(saving.kind)
    publisher.takeTheirs(saving.theirs)
    expect([survey().name, publisher.state().saving.kind]).toEqual(['Theirs', 'saved'])
    store.undo()
    expect([survey().name, publisher.state().saving.kind]).toEqual(['Mine', 'edited'])
  })

  it('keeps edits in the browser without a connection, and opens with them without one', async () => {
    const service = newService()
    const { body } = await createSurvey(service)
    const { publisher, edit, network, storage, stop } = await open(service, body.id)
    network.isConnected = false
    edit({ name: 'Offline' })
    await publisher.publish()
    expect(publisher.state().saving).toMatchObject({ kind: 'failed', isKept: true })
    stop()
    const opening = open(service, body.id, storage)
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
    const later = await opening
    expect(later.survey().name).toBe('Offline')
    vi.stubGlobal('fetch', service.fetch)
    await later.publisher.publish()
    expect((await read(service, body.id)).name).toBe('Offline')
    expect([...storage.values.keys()]).toEqual([])
  })

  it('says when the browser cannot keep the edits either', async () => {
    const service = newService()
    const { body } = await createSurvey(service)
    const { publisher, edit, network, storage } = await open(service, body.id)
    storage.isFull = true
    network.isConnected = false
    edit({ name: 'Lost' })
    await publisher.publish()
    expect(publisher.state().saving).toMatchObject({ kind: 'failed', isKept: false })
  })

  it('shows why the service refuses a survey, and saves the corrected one', async () => {
    const service = newService()
    await createSurvey(service, { name: 'Taken' })
    const { body } = await createSurvey(service)
    const { publisher, edit } = await open(service, body.id)
    edit({ name: 'Taken' })
    await publisher.publish()
    expect(publisher.state().saving).toMatchObject({
      reason: 'There is already another survey with this name.',
    })
    edit({ name: 'Free' })
    expect(await publisher.publish()).toBe(true)
  })
})
