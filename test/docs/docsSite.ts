import type { EarshotClient } from 'earshot'
import { vi } from 'vitest'
import { createService, type Service, type ServiceOptions } from '../../src/server/index'
import { modulePath } from '../support/docs'

/** A page on which code of `docs/` runs as it stands, with the service behind `https://events.example.com`. */
export interface DocsSite {
  service: Service
  /** The client of the page, which has not started. */
  earshot: EarshotClient
  /** Runs a block of a page. Returns its exports. */
  run(page: string, name: string): Promise<Record<string, unknown>>
  /** Returns the names of the events that the service has stored, in order. */
  eventNames(): Promise<string[]>
}

/** Opens a page. `vi.unstubAllGlobals()` closes it. */
export async function openDocsSite(options: ServiceOptions = {}): Promise<DocsSite> {
  const service = createService({ projectKey: 'phc_your_project_key', ...options })
  vi.stubGlobal('fetch', service.fetch)
  // A test browser counts as a bot.
  Object.defineProperty(navigator, 'webdriver', { value: false, configurable: true })
  localStorage.clear()
  sessionStorage.clear()
  for (const cookie of document.cookie.split('; ')) {
    const [name] = cookie.split('=')
    // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API.
    document.cookie = `${name}=; max-age=0; path=/`
  }
  vi.resetModules()
  const { earshot } = await import('earshot')
  return {
    service,
    earshot,
    run: (page, name) => import(modulePath(page, name)),
    eventNames: async () => (await service.state.events()).map(({ event }) => event),
  }
}
