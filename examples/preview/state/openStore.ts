import { readShareLink } from '../export/shareLink'
import { parseSurvey } from '../import/parseSurvey'
import { surveyFrom, TEMPLATES } from '../templates/templates'
import { createHistory } from './history'
import { loadState } from './savedState'
import { createStore, type Store } from './store'

const newId = () => crypto.randomUUID()

/**
 * Makes the page's store: with the survey of the address where it carries one, else with the work of the last visit, else
 * with the first template. A survey that comes by a link is one more step of that work, so that undo brings back the old one.
 */
export async function openStore(url: Location, storage: Storage): Promise<Store> {
  const now = () => Date.now()
  const saved = loadState(storage)
  const history = saved?.history ?? createHistory(surveyFrom(TEMPLATES[0]!, newId()))
  const store = createStore(history, saved ? { ...saved } : {}, now)
  await openLink(store, url)
  addEventListener('hashchange', () => void openLink(store, url))
  return store
}

/** Puts the survey of the address in place, and takes it out of the address: a reload must not undo what came after. */
async function openLink(store: Store, { hash, pathname, search }: Location): Promise<void> {
  try {
    const text = await readShareLink(hash)
    if (text === undefined) return
    history.replaceState(null, '', pathname + search)
    const result = parseSurvey(text, newId)
    if ('error' in result) return store.set({ notice: `The link holds no survey. ${result.error}` })
    store.replace(result.survey)
    store.set({ notice: 'Opened from the link. Undo brings back what was here.' })
  } catch {
    // Cut off on its way, as long links are.
    store.set({
      notice: 'The link is damaged: the survey in it cannot be read. Your own work is still here.',
    })
  }
}
