import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FULL_NOTICE, MAX_SURVEYS } from '../../src/editor/shelf/createShelf'
import { openShelf } from '../../src/editor/shelf/openShelf'
import { emptySurvey, surveyFrom, TEMPLATES } from '../../src/editor/templates/templates'
import { createMemoryStorage } from '../support/memoryStorage'

const NPS = 'Net Promoter Score'
const URL_OF_PAGE = { hash: '', pathname: '/', search: '' } as Location

let listeners: [type: string, listener: (event: object) => void][] = []
beforeEach(() => {
  vi.stubGlobal('addEventListener', (...listener: (typeof listeners)[number]) => listeners.push(listener))
})
afterEach(() => vi.unstubAllGlobals())

/** Opens the page in a tab. Tabs of one browser share a storage. */
async function openTab(storage = createMemoryStorage(), own = createMemoryStorage()) {
  listeners = []
  const { store, shelf } = await openShelf(URL_OF_PAGE, storage, own)
  const listenersOfTab = listeners
  const dispatch = (type: string, event: object = {}) => {
    for (const [name, listener] of listenersOfTab) if (name === type) listener(event)
  }
  return {
    storage,
    store,
    shelf,
    own,
    dispatch,
    name: () => store.get().history.present.name,
    names: () => shelf.items().map(({ name }) => name),
    idOf: (name: string) => shelf.items().find(item => item.name === name)!.id,
    rename(name: string) {
      store.edit({ ...store.get().history.present, name })
      shelf.flush()
    },
    create: (name: string, isTemplate = false) =>
      shelf.create({ ...emptySurvey(name), name }, { notice: '', isTemplate }),
  }
}
/** Tells a tab what another one has written. */
const told = ({ dispatch, storage }: Awaited<ReturnType<typeof openTab>>) => {
  for (let index = 0; index < storage.length; index++) dispatch('storage', { key: storage.key(index) })
}

describe('shelf', () => {
  it('begins with the first template, and opens it again with its undo steps', async () => {
    const { storage, rename } = await openTab()
    rename('Mine')
    const { name, names, store } = await openTab(storage)
    expect([name(), names()]).toEqual(['Mine', ['Mine']])
    store.undo()
    expect(name()).toBe(NPS)
  })

  it('keeps several surveys, and opens the one that the tab had open', async () => {
    const { storage, own, shelf, create, rename, names, idOf } = await openTab()
    rename('First')
    create('Second')
    expect(names().sort()).toEqual(['First', 'Second'])
    shelf.open(idOf('First'))
    const again = await openTab(storage, own)
    expect([again.name(), again.names().sort()]).toEqual(['First', ['First', 'Second']])
    const other = await openTab(storage)
    expect(other.names()).toContain(other.name())
  })

  it('replaces a template that was not changed by the next one', async () => {
    const { create, rename, names } = await openTab()
    create('Second', true)
    create('Third', true)
    expect(names()).toEqual(['Third'])
    rename('Changed')
    create('Fourth', true)
    expect(names().sort()).toEqual(['Changed', 'Fourth'])
  })

  it('lists number of questions and time of the last change, which opening does not move', async () => {
    vi.useFakeTimers({ now: 1000, toFake: ['Date'] })
    const { shelf, rename, create, idOf } = await openTab()
    rename('First')
    vi.setSystemTime(2000)
    create('Second')
    vi.setSystemTime(3000)
    shelf.open(idOf('First'))
    shelf.save()
    expect(shelf.items()).toMatchObject([
      { name: 'Second', questions: '0 questions', changedAt: 2000 },
      { name: 'First', questions: '4 questions', changedAt: 1000 },
    ])
    vi.useRealTimers()
  })

  it('duplicates a survey under ids of its own, and renames it with an undo step', async () => {
    const { shelf, store, idOf, name, names } = await openTab()
    const { id } = store.get().history.present
    expect(shelf.duplicate(idOf(NPS))).toBe(`${NPS} (copy)`)
    shelf.rename(idOf(`${NPS} (copy)`), 'Copy')
    expect(names().sort()).toEqual(['Copy', NPS])
    shelf.open(idOf('Copy'))
    expect(store.get().history.present.id).not.toBe(id)
    store.undo()
    expect(name()).toBe(`${NPS} (copy)`)
  })

  it('deletes a survey, opens another one in its place, and puts it back with its undo steps', async () => {
    const { shelf, store, create, rename, name, names, idOf } = await openTab()
    rename('First')
    create('Second')
    const restoreSecond = shelf.remove(idOf('Second'))
    expect([name(), names()]).toEqual(['First', ['First']])
    const restoreFirst = shelf.remove(idOf('First'))
    expect([name(), names()]).toEqual(['Untitled survey', ['Untitled survey']])
    restoreFirst()
    expect([name(), names()]).toEqual(['First', ['First']])
    store.undo()
    expect(name()).toBe(NPS)
    restoreSecond()
    expect(names()).toContain('Second')
  })

  it('moves the survey of an earlier version of the page, also where storage is almost full', async () => {
    const storage = createMemoryStorage()
    const survey = surveyFrom(TEMPLATES[1]!, 'old')
    const history = { past: [], present: survey, future: [], lastChange: null }
    const settings = { device: 'phone', language: '' }
    const text = JSON.stringify({
      history,
      settings,
      inspectorTab: 'questions',
      openQuestion: 0,
      jsonDraft: null,
    })
    storage.setItem('earshot_preview', text)
    storage.maxChars = text.length + 100
    const { names, name } = await openTab(storage)
    expect([name(), names()]).toEqual([survey.name, [survey.name]])
    expect(storage.getItem('earshot_preview')).toBeNull()
  })

  it.each(['{', '5', '{"history":{}}', 'null'])('ignores an entry that is %s', async text => {
    const storage = createMemoryStorage()
    storage.setItem('earshot_preview', text)
    storage.setItem('earshot_shelf_x', text)
    expect((await openTab(storage)).names()).toEqual([NPS])
  })
})

describe('shelf without room', () => {
  it('leaves undo steps out, and then says that the survey is not saved', async () => {
    const { storage, store, rename, shelf } = await openTab()
    rename('A')
    storage.maxChars = JSON.stringify(store.get().history.present).length + 600
    rename('B')
    expect(store.get().notice).toBe('')
    expect((await openTab(storage)).store.get().history).toMatchObject({ past: [], present: { name: 'B' } })
    storage.maxChars = 100
    rename('C')
    expect(store.get().notice).toContain('cannot save your survey')
    expect(shelf.items()).toMatchObject([{ name: 'B' }])
  })

  it('opens no other survey while the open one is not saved', async () => {
    const { storage, store, rename, create, shelf, idOf, name } = await openTab()
    rename('First')
    create('Second')
    storage.maxChars = 0
    store.edit({ ...store.get().history.present, name: 'Not saved' })
    shelf.open(idOf('First'))
    expect(name()).toBe('Not saved')
    expect(create('Third')).toBe(false)
  })

  it('says so when a survey is added', async () => {
    const { storage, store, shelf, idOf } = await openTab()
    storage.maxChars = [...Array(storage.length).keys()]
      .map(index => storage.key(index)!)
      .map(key => key + storage.getItem(key))
      .join('').length
    expect(shelf.duplicate(idOf(NPS))).toBeUndefined()
    expect(store.get().notice).toBe(FULL_NOTICE)
  })

  it(`keeps at most ${MAX_SURVEYS} surveys`, async () => {
    const { store, shelf, create } = await openTab()
    for (let count = 1; count < MAX_SURVEYS; count++) create(`Survey ${count}`)
    while (shelf.items().length < MAX_SURVEYS) create('More')
    expect(create('One too many')).toBe(false)
    expect(store.get().notice).toBe(FULL_NOTICE)
    expect(shelf.items()).toHaveLength(MAX_SURVEYS)
  })
})

describe('shelf in two tabs', () => {
  it('keeps the changes of both when they have different surveys', async () => {
    const first = await openTab()
    first.rename('First')
    const second = await openTab(first.storage)
    second.create('Second')
    first.rename('First, changed')
    second.rename('Second, changed')
    expect(first.names().sort()).toEqual(['First, changed', 'Second, changed'])
  })

  it('shows what another tab changes, and writes nothing for it', async () => {
    const first = await openTab()
    first.rename('First')
    const second = await openTab(first.storage)
    first.rename('Changed')
    const setItem = vi.spyOn(first.storage, 'setItem')
    told(second)
    expect(second.name()).toBe('Changed')
    expect(second.store.get().notice).toContain('Changed in another tab.')
    second.shelf.flush()
    expect(setItem).not.toHaveBeenCalled()
    second.store.undo()
    expect(second.name()).toBe('First')
  })

  it('saves a copy when another tab has changed the survey unseen', async () => {
    const first = await openTab()
    first.rename('First')
    const second = await openTab(first.storage)
    first.rename('Changed')
    second.rename('Mine')
    expect(second.names().sort()).toEqual(['Changed', 'Mine (copy)'])
    expect(second.store.get().notice).toContain('saved as a copy')
    second.rename('Mine again')
    first.rename('Changed again')
    expect(first.names().sort()).toEqual(['Changed again', 'Mine again'])
  })

  it('keeps a survey that another tab has deleted once it is changed', async () => {
    const first = await openTab()
    first.rename('First')
    const second = await openTab(first.storage)
    second.create('Second')
    second.shelf.remove(second.idOf('First'))
    told(first)
    expect(first.name()).toBe('First')
    first.rename('Still here')
    expect(second.names().sort()).toEqual(['Second', 'Still here'])
  })

  it('takes what another tab has changed while the page was kept for the back button', async () => {
    const first = await openTab()
    first.rename('First')
    const second = await openTab(first.storage)
    first.rename('Changed')
    second.dispatch('pageshow', { persisted: true })
    expect(second.name()).toBe('Changed')
    second.dispatch('pagehide')
    expect(first.names()).toEqual(['Changed'])
  })
})
