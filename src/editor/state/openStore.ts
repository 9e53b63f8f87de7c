import { readShareLink } from '../export/shareLink'
import { parseSurvey } from '../import/parseSurvey'
import { surveyFrom, TEMPLATES } from '../templates/templates'
import { rememberFolded } from './foldedPanes'
import { createHistory } from './history'
import { loadState } from './savedState'
import { createStore, type Store } from './store'

const newId = () => crypto.randomUUID()

/**
 * Creates the page's store from the saved state, or from the first template when nothing is saved.
 *
 * A survey in the URL is opened on top as one more change, so that undo restores the saved survey.
 */
export async function openStore(url: Location, storage: Storage): Promise<Store> {
  const now = () => Date.now()
  const saved = loadState(storage)
  const history = saved?.history ?? createHistory(surveyFrom(TEMPLATES[0]!, newId()))
  const store = createStore(history, saved ? { ...saved } : {}, now)
  rememberFolded(store, storage)
  await openLink(store, url)
  addEventListener('hashchange', () => void openLink(store, url))
  return store
}

/** Opens the survey in the URL and removes it from the URL. Otherwise a reload would overwrite later changes. */
async function openLink(store: Store, { hash, pathname, search }: Location): Promise<void> {
  try {
    const text = await readShareLink(hash)
    if (text === undefined) return
    history.replaceState(null, '', pathname + search)
    const result = parseSurvey(text, newId)
    if ('error' in result) return store.set({ notice: `The link contains no valid survey. ${result.error}` })
    store.replace(result.survey)
    store.set({ notice: 'Survey opened from the link. Undo restores the previous survey.' })
  } catch {
    // Some programs truncate long links.
    store.set({ notice: 'The link is damaged and cannot be opened. Your survey is unchanged.' })
  }
}
