import { useState } from 'preact/hooks'
import { Dialog } from '../../editor/ui/Dialog'
import type { PersonItem } from '../../wire/console'
import { PERSONS_PATH } from '../../wire/paths'
import { useConsole } from '../ui/consoleContext'
import { Notice } from '../ui/Messages'
import { navigate } from '../ui/useRoute'
import { personName } from './personName'

/** Asks before a person is deleted. */
export function DeletePersonDialog({ person, onClose }: { person: PersonItem; onClose(): void }) {
  const { api, notify } = useConsole()
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [withEvents, setWithEvents] = useState(false)
  const name = personName(person)
  const remove = async () => {
    if (isBusy) return
    setBusy(true)
    const result = await api.delete(`${PERSONS_PATH}${encodeURIComponent(person.id)}/`, {
      query: { delete_events: String(withEvents) },
    })
    if (!result.ok) {
      setBusy(false)
      return setError(result.error.message)
    }
    notify(`${name} is deleted.`)
    navigate('people')
  }
  return (
    <Dialog title={`Delete ${name}?`} onClose={onClose}>
      <p>
        The properties and distinct ids of this person are deleted. This cannot be undone. When the same
        visitor returns, a new person begins.
      </p>
      <label class="check">
        <input
          type="checkbox"
          checked={withEvents}
          onChange={({ currentTarget }) => setWithEvents(currentTarget.checked)}
        />
        Delete the events too, answers to surveys included
      </label>
      {error && <Notice kind="error">{error}</Notice>}
      <div class="dialog-buttons">
        <button type="button" class="button" onClick={onClose}>
          Keep
        </button>
        <button type="button" class="button danger" aria-disabled={isBusy} onClick={remove}>
          {isBusy ? 'Deleting…' : 'Delete'}
        </button>
      </div>
    </Dialog>
  )
}
