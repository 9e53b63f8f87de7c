import { newHistory } from './edit/history'
import { recall } from './saved'
import { createStore, type Store } from './store'
import { readSurvey } from './take/readSurvey'
import { textInLink } from './take/share'
import { surveyFrom, TEMPLATES } from './templates/templates'

const newId = () => crypto.randomUUID()

/**
 * Makes the page's store: with the survey of the address where it carries one, else with the work of the last visit, else
 * with the first template. A survey that comes by a link is one more step of that work, so that undo brings back the old one.
 */
export async function begin(address: Location, storage: Storage): Promise<Store> {
  const now = () => Date.now()
  const kept = recall(storage)
  const history = kept?.history ?? newHistory(surveyFrom(TEMPLATES[0]!, newId()))
  const store = createStore(history, kept ? { ...kept } : {}, now)
  await openLink(store, address)
  addEventListener('hashchange', () => void openLink(store, address))
  return store
}

/** Puts the survey of the address in place, and takes it out of the address: a reload must not undo what came after. */
async function openLink(store: Store, { hash, pathname, search }: Location): Promise<void> {
  try {
    const text = await textInLink(hash)
    if (text === undefined) return
    history.replaceState(null, '', pathname + search)
    const reading = readSurvey(text, newId)
    if ('fault' in reading) return store.set({ notice: `The link holds no survey. ${reading.fault}` })
    store.replace(reading.survey)
    store.set({ notice: 'Opened from the link. Undo brings back what was here.' })
  } catch {
    // Cut off on its way, as long links are.
    store.set({
      notice: 'The link is damaged: the survey in it cannot be read. Your own work is still here.',
    })
  }
}
