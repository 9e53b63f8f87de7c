import { earshot } from 'earshot'
import { useState } from 'preact/hooks'

const TEAM = { id: 'ines@example.com', properties: { name: 'Ines', plan: 'team' } }

/** Signing in tells Earshot who somebody is; signing out makes this browser a stranger again. */
export function Account() {
  const [name, setName] = useState(() => earshot.get_property('account_name') as string | undefined)
  const signIn = () => {
    earshot.identify(TEAM.id, TEAM.properties)
    earshot.register({ account_name: TEAM.properties.name })
    setName(TEAM.properties.name)
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
