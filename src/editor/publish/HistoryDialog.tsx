import { useEffect, useState } from 'preact/hooks'
import { useStore } from '../state/store'
import { Dialog } from '../ui/Dialog'
import { describeFieldChange, surveyAfterEntry } from './activity'
import type { ActivityEntry } from './api'
import type { Publisher } from './createPublisher'
import { usePublisherState } from './publisherContext'

/** The versions of a survey, newest first: who changed what. An older version is restored as a new edit. */
export function HistoryDialog({ publisher, onClose }: { publisher: Publisher; onClose(): void }) {
  const store = useStore()
  const { remote } = usePublisherState(publisher)
  const [entries, setEntries] = useState<ActivityEntry[]>([])
  /** URL of the next page; `undefined` while loading, `null` at the end. */
  const [next, setNext] = useState<string | null | undefined>(undefined)
  const [error, setError] = useState('')
  const load = async (page?: string | null) => {
    setNext(undefined)
    setError('')
    try {
      const reply = await publisher.api.activity(remote!.id, page)
      setEntries(known => [...known, ...reply.results])
      setNext(reply.next)
    } catch (failure) {
      setNext(page ?? '')
      setError(failure instanceof Error ? failure.message : String(failure))
    }
  }
  useEffect(() => void load(), [])
  const restore = (index: number) => {
    const survey = surveyAfterEntry(remote!, entries, index)
    if (!survey)
      return store.set({ notice: 'This version cannot be restored: the log does not lead back to it.' })
    store.replace(survey)
    store.set({ notice: 'Version restored as a new edit. Undo brings back your survey.' })
    onClose()
  }
  return (
    <Dialog title="History" onClose={onClose}>
      <ol class="history">
        {entries.map((entry, index) => (
          <li key={entry.id}>
            <div class="history-entry">
              <strong>{entry.user?.first_name || entry.user?.email || 'Unknown'}</strong>
              <time datetime={entry.created_at}>{new Date(entry.created_at).toLocaleString()}</time>
            </div>
            <ul class="change-list">
              {entry.activity === 'created' && <li>Created the survey.</li>}
              {entry.detail.changes?.flatMap(change =>
                describeFieldChange(change).map(sentence => (
                  <li key={change.field + sentence}>{sentence}</li>
                )),
              )}
            </ul>
            {index > 0 && (
              <button type="button" class="text-button" onClick={() => restore(index)}>
                Restore this version
              </button>
            )}
          </li>
        ))}
      </ol>
      <div role="status">
        {next === undefined && 'Loading…'}
        {error}
        {next === null && entries.length === 0 && 'No changes yet.'}
      </div>
      {typeof next === 'string' && (
        <button type="button" class="button" onClick={() => void load(next || undefined)}>
          {error ? 'Retry' : 'Older changes'}
        </button>
      )}
    </Dialog>
  )
}
