import { readShareLink } from '../export/shareLink'
import { parseSurvey } from '../import/parseSurvey'
import { rememberFolded } from '../state/foldedPanes'
import { createHistory } from '../state/history'
import { createStore, type Store } from '../state/store'
import { surveyFrom, TEMPLATES } from '../templates/templates'
import { createShelf, type Shelf } from './createShelf'
import { idOfKey, listEntries, migrateSingle, readEntry } from './shelfStorage'

const newId = () => crypto.randomUUID()

/** Key of the id of the survey that a tab has open. */
const OPEN_KEY = 'earshot_shelf_open'

/**
 * Opens the survey that this tab had open, else the one that was changed last, else the first template. A survey in the URL is kept
 * beside the others.
 *
 * @param tab Storage of this tab alone.
 */
export async function openShelf(
  url: Location,
  storage: Storage,
  tab: Storage,
): Promise<{ store: Store; shelf: Shelf }> {
  const now = () => Date.now()
  migrateSingle(storage, newId(), now())
  const ids = [tab.getItem(OPEN_KEY), listEntries(storage)[0]?.id]
  const id = ids.find(known => known && readEntry(storage, known)) ?? newId()
  const entry = readEntry(storage, id)
  const history = entry?.history ?? createHistory(surveyFrom(TEMPLATES[0]!, newId()))
  const store = createStore(history, { ...entry }, now)
  rememberFolded(store, storage)
  const onOpened = (opened: string) => tab.setItem(OPEN_KEY, opened)
  const shelf = createShelf({ store, storage, id, isExample: !entry, newId, now, onOpened })
  onOpened(id)
  if (!entry) shelf.save()
  shelf.start()
  await openLink({ store, shelf }, url)
  addEventListener('hashchange', () => void openLink({ store, shelf }, url))
  addEventListener('storage', ({ key }) => shelf.onOtherTab(idOfKey(key)))
  // A tab that was kept for "back" gets no events meanwhile.
  addEventListener('pageshow', ({ persisted }) => persisted && shelf.save())
  addEventListener('pagehide', shelf.flush)
  return { store, shelf }
}

/** Opens the survey in the URL and removes it from the URL. Otherwise a reload would open it again. */
async function openLink(
  { store, shelf }: { store: Store; shelf: Shelf },
  { hash, pathname, search }: Location,
): Promise<void> {
  try {
    const text = await readShareLink(hash)
    if (text === undefined) return
    history.replaceState(null, '', pathname + search)
    const result = parseSurvey(text, newId)
    if ('error' in result) return store.set({ notice: `The link contains no valid survey. ${result.error}` })
    shelf.create(result.survey, { notice: 'Survey opened from the link.', isTemplate: false })
  } catch {
    // Some programs truncate long links.
    store.set({ notice: 'The link is damaged and cannot be opened. Your survey is unchanged.' })
  }
}
