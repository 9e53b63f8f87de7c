import type { TargetedSubmitEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Brand } from './ui/Brand'

interface SignInProps {
  /** Fills in the field: the key that the service gave, or that no longer works. */
  initialKey: string
  isDemo: boolean
  message: string
  /** Signs in. Returns a sentence when that fails. */
  onKey(key: string): Promise<string>
}

/** Asks for a personal key. */
export function SignIn({ initialKey, isDemo, message, onKey }: SignInProps) {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState(message)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    document.title = 'Sign in · Earshot'
    field.current!.focus()
  }, [])
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const key = field.current!.value.trim()
    if (isBusy) return
    if (key === '') return setError('Enter a personal key.')
    setBusy(true)
    const failure = await onKey(key)
    if (!failure) return
    setBusy(false)
    setError(failure)
    field.current?.focus()
  }
  return (
    <main class="sign-in">
      <Brand />
      <form onSubmit={submit} noValidate>
        <h1>Sign in to Earshot</h1>
        <p class="field">
          <label for="personal-key">Personal key</label>
          <input
            ref={field}
            id="personal-key"
            type="password"
            class="code"
            autocomplete="current-password"
            autocapitalize="off"
            spellcheck={false}
            placeholder="phx_…"
            defaultValue={initialKey}
            aria-invalid={error !== ''}
            aria-describedby="personal-key-error personal-key-hint"
          />
        </p>
        <p id="personal-key-error" class="field-error" role="alert">
          {error}
        </p>
        <button type="submit" class="button primary" aria-disabled={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </button>
        <p id="personal-key-hint" class="hint">
          {isDemo ? (
            <span>
              This is a demo. Its key is <code>{initialKey}</code>.
            </span>
          ) : (
            <span>
              The service prints a key when it starts for the first time. <code>earshot keys create</code>{' '}
              creates more. The key stays in this tab until you close it.
            </span>
          )}
        </p>
      </form>
    </main>
  )
}
