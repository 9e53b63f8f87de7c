import type { EarshotClient } from 'earshot'
import type { StoredEvent } from 'earshot/server'
import type { ProjectFacts } from '../server/live'

/** The project whose events are shown: the page's server names it in the address of this module. */
const PROJECT = new URL(import.meta.url).searchParams.get('project') ?? '1'

const ask = (what: string, init?: RequestInit): Promise<ProjectFacts> =>
  fetch(`/examples/${what}?project=${PROJECT}`, init).then(response => response.json())

/** The client of the page, once it is there. */
export const client = (): EarshotClient | undefined => {
  const { earshot } = window as { earshot?: EarshotClient }
  return earshot?.version ? earshot : undefined
}

/** Flags and surveys of the project. */
export const readProject = (): Promise<ProjectFacts> => ask('project')

/** Switches a flag at the service, and has the page ask for its flags again. */
export async function switchFlag(key: string, active: boolean): Promise<ProjectFacts> {
  const facts = await ask('flags', { method: 'POST', body: JSON.stringify({ key, active }) })
  client()?.reloadFeatureFlags()
  return facts
}

/** Calls back with each event that the service stores, earlier ones first; each once. @returns A function that ends it. */
export function followEvents(
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

/** Makes this browser a new visitor: everything remembered is gone, and the page begins again. */
export async function forgetMe(): Promise<void> {
  await client()?.shutdown()
  localStorage.clear()
  sessionStorage.clear()
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is asynchronous, and missing in some browsers.
    document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
  }
  location.reload()
}
