import { type ComponentChildren, createContext } from 'preact'
import { useCallback, useContext, useEffect, useMemo, useState } from 'preact/hooks'
import type { ProjectItem } from '../../wire/project'
import type { Api } from '../api/createApi'
import type { Connection } from '../api/createConnection'
import type { Session } from '../api/session'
import { hasScope } from '../scopes'

/** What every page of the console may use. */
export interface Console {
  api: Api
  session: Session
  project: ProjectItem
  connection: Connection
  /** Whether the key may do something. The service checks it too. */
  may(scope: string): boolean
  /** Shows a sentence for a moment, and has it read out. */
  notify(text: string): void
}

const ConsoleContext = createContext<Console | null>(null)

/** Milliseconds until a notice disappears. */
const NOTICE_MS = 5000

interface ConsoleProviderProps {
  api: Api
  session: Session
  projectId: number
  connection: Connection
  children: ComponentChildren
}

/** Provides the service, the key and the project to all pages. */
export function ConsoleProvider({ api, session, projectId, connection, children }: ConsoleProviderProps) {
  const [notice, setNotice] = useState({ text: '' })
  const notify = useCallback((text: string) => setNotice({ text }), [])
  useEffect(() => {
    if (!notice.text) return
    const timer = setTimeout(() => notify(''), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice])
  const value = useMemo<Console>(
    () => ({
      api,
      session,
      project: session.projects.find(({ id }) => id === projectId) ?? session.projects[0],
      connection,
      may: scope => hasScope(session.currentKey.scopes, scope),
      notify,
    }),
    [api, session, projectId, connection],
  )
  return (
    <ConsoleContext.Provider value={value}>
      {children}
      <div role="status" class={notice.text ? 'notice is-shown' : 'notice'}>
        {notice.text}
      </div>
    </ConsoleContext.Provider>
  )
}

/** Returns what a page of the console may use. */
export const useConsole = (): Console => useContext(ConsoleContext)!
