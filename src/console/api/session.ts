import type { CurrentKey, Page } from '../../wire/console'
import { CURRENT_KEY_PATH, PROJECTS_PATH } from '../../wire/paths'
import type { ProjectItem } from '../../wire/project'
import { type ApiResult, createApi } from './createApi'
import type { Connection } from './createConnection'

/** A key that the service knows, and where it may look. */
export interface Session {
  key: string
  currentKey: CurrentKey
  /** Never empty. */
  projects: [ProjectItem, ...ProjectItem[]]
}

/** Asks the service about a key. */
export async function openSession(key: string, connection: Connection): Promise<ApiResult<Session>> {
  const api = createApi({ key, projectId: null, connection, onUnauthorized: () => {} })
  const [currentKey, projects] = await Promise.all([
    api.get<CurrentKey>(CURRENT_KEY_PATH),
    api.get<Page<ProjectItem>>(PROJECTS_PATH),
  ])
  if (!currentKey.ok) return currentKey
  if (!projects.ok) return projects
  const [first, ...rest] = projects.value.results
  if (!first) return { ok: false, error: { kind: 'forbidden', message: 'This key may not see any project.' } }
  return { ok: true, value: { key, currentKey: currentKey.value, projects: [first, ...rest] } }
}

/** The first key and project of a tab, from the service or from an earlier load of the page. */
export interface Boot {
  key: string
  projectId: number | null
  isDemo: boolean
}

const STORAGE_KEY = 'earshot_console'

/** Returns what the tab knows: the key of an earlier load, else the one that `earshot serve --demo` writes into the page. */
export function readBoot(): Boot {
  const boot = parse(document.getElementById('boot')?.textContent ?? '')
  const saved = parse(sessionStorage.getItem(STORAGE_KEY) ?? '')
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    key: textOf(saved['key']) || textOf(boot['key']),
    projectId: typeof saved['projectId'] === 'number' ? saved['projectId'] : null,
    isDemo: boot['demo'] === true,
  }
}

/** Keeps the key until the tab closes. See D-597. */
export const saveBoot = (key: string, projectId: number): void =>
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ key, projectId }))

export const forgetBoot = (): void => sessionStorage.removeItem(STORAGE_KEY)

function parse(json: string): Record<string, unknown> {
  try {
    return JSON.parse(json) ?? {}
  } catch {
    // Nothing was saved, or the service wrote nothing.
    return {}
  }
}
