import { useEffect, useMemo, useState } from 'preact/hooks'
import { createApi } from './api/createApi'
import type { Connection } from './api/createConnection'
import { type Boot, forgetBoot, openSession, type Session, saveBoot } from './api/session'
import { Shell } from './Shell'
import { SignIn } from './SignIn'
import { Brand } from './ui/Brand'
import { ConsoleProvider } from './ui/consoleContext'

type State =
  | { name: 'signedOut'; message: string }
  | { name: 'signingIn'; key: string }
  | { name: 'signedIn'; session: Session; projectId: number }

/** The console: a sign-in form, and the pages behind it. */
export function App({ boot, connection }: { boot: Boot; connection: Connection }) {
  const [state, setState] = useState<State>(() =>
    boot.key ? { name: 'signingIn', key: boot.key } : { name: 'signedOut', message: '' },
  )
  const signOut = (message = '') => {
    forgetBoot()
    setState({ name: 'signedOut', message })
  }
  const selectProject = (session: Session, projectId: number) => {
    saveBoot(session.key, projectId)
    setState({ name: 'signedIn', session, projectId })
  }
  const signIn = async (key: string): Promise<string> => {
    const result = await openSession(key, connection)
    if (!result.ok) return result.error.message
    const { projects } = result.value
    const project = projects.find(({ id }) => id === boot.projectId) ?? projects[0]
    selectProject(result.value, project.id)
    return ''
  }
  useEffect(() => {
    if (state.name !== 'signingIn') return
    signIn(state.key).then(message => message && setState({ name: 'signedOut', message }))
  }, [state.name])

  switch (state.name) {
    case 'signingIn':
      return <Splash />
    case 'signedOut':
      return <SignIn initialKey={boot.key} isDemo={boot.isDemo} message={state.message} onKey={signIn} />
    case 'signedIn':
      return (
        <SignedIn
          {...state}
          connection={connection}
          onProject={id => selectProject(state.session, id)}
          onSignOut={signOut}
        />
      )
  }
}

function SignedIn({
  session,
  projectId,
  connection,
  onProject,
  onSignOut,
}: {
  session: Session
  projectId: number
  connection: Connection
  onProject(id: number): void
  onSignOut(message?: string): void
}) {
  const api = useMemo(
    () =>
      createApi({
        key: session.key,
        projectId,
        connection,
        onUnauthorized: () => onSignOut('The service does not know this key any more.'),
      }),
    [session, projectId, connection],
  )
  return (
    <ConsoleProvider api={api} session={session} projectId={projectId} connection={connection}>
      <Shell key={projectId} onProject={onProject} onSignOut={() => onSignOut()} />
    </ConsoleProvider>
  )
}

function Splash() {
  return (
    <main class="sign-in" aria-busy="true">
      <Brand />
      <p role="status" class="hint">
        Signing in…
      </p>
    </main>
  )
}
