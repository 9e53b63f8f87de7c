import type { EarshotClient } from 'earshot'
import type { StoredEvent } from 'earshot/server'
import type { ProjectSummary } from '../server/panelApi'

/** Id of the project that is shown. The server adds it to the URL of this module. */
const PROJECT = new URL(import.meta.url).searchParams.get('project') ?? '1'

/** @throws Error when the server cannot be reached, or refuses the request. */
async function request(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(`/examples/${path}?project=${PROJECT}`, init)
  if (!response.ok) throw new Error(await response.text())
  return response
}

/** Returns the client of the page; `undefined` until it is loaded. */
export const client = (): EarshotClient | undefined => {
  const { earshot } = window as { earshot?: EarshotClient }
  return earshot?.version ? earshot : undefined
}

/** Loads the flags and surveys of the project. */
export const loadProject = async (): Promise<ProjectSummary> => (await request('project')).json()

/** Switches a flag in the service and reloads the flags of the page. */
export async function setFlag(key: string, active: boolean): Promise<void> {
  await request('flags', { method: 'POST', body: JSON.stringify({ key, active }) })
  client()?.reloadFeatureFlags()
}

/**
 * Calls back once for each stored event, earlier ones first.
 *
 * @returns A function that unsubscribes.
 */
export function subscribeToEvents(
  onEvent: (event: StoredEvent) => void,
  onConnection: (open: boolean) => void,
): () => void {
  const seen = new Set<string>()
  const source = new EventSource(`/examples/events?project=${PROJECT}`)
  source.onopen = () => onConnection(true)
  source.onerror = () => onConnection(false)
  source.onmessage = ({ data, lastEventId }) => {
    if (seen.has(lastEventId)) return
    seen.add(lastEventId)
    onEvent(JSON.parse(data) as StoredEvent)
  }
  return () => source.close()
}

/** Turns this browser into a new visitor: clears its storage and cookies and reloads the page. */
export async function resetVisitor(): Promise<void> {
  await client()?.shutdown()
  localStorage.clear()
  sessionStorage.clear()
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is asynchronous, and missing in some browsers.
    document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
  }
  location.reload()
}
