import { earshot } from 'earshot'
import { useState } from 'preact/hooks'

const TEAM_USER = { id: 'ines@example.com', properties: { name: 'Ines', plan: 'team' } }

/** Identifies the visitor on sign-in, and resets the identity on sign-out. */
export function Account() {
  const [name, setName] = useState(() => earshot.get_property('account_name') as string | undefined)
  const signIn = () => {
    earshot.identify(TEAM_USER.id, TEAM_USER.properties)
    earshot.register({ account_name: TEAM_USER.properties.name })
    setName(TEAM_USER.properties.name)
  }
  const signOut = () => {
    earshot.reset()
    setName(undefined)
  }

  return (
    <>
      <h1>{name ? `Hello, ${name}.` : 'You are new here.'}</h1>
      <p class="hint">
        {name
          ? 'You are on the team plan: your notebooks can be exported.'
          : 'Sign in as Ines, who is on the team plan.'}
      </p>
      <button type="button" onClick={name ? signOut : signIn}>
        {name ? 'Sign out' : 'Sign in as Ines'}
      </button>
    </>
  )
}
