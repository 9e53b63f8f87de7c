import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useEditorState, useStore } from '../state/store'
import { Dialog } from '../ui/Dialog'
import { findByFocusKey, focusAfterRender } from '../ui/focus'
import { Icon } from '../ui/Icon'
import { IconButton } from '../ui/IconButton'
import type { Shelf } from './createShelf'
import type { ShelfItem } from './shelfStorage'

const formatTime = (ms: number) =>
  new Date(ms).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const labelOf = ({ name }: ShelfItem) => name || 'Untitled survey'

/** Lists the surveys that this browser keeps: opens, renames, duplicates and deletes them. */
export function ShelfDialog({ shelf }: { shelf: Shelf }) {
  const store = useStore()
  const { notice } = useEditorState()
  const [renamed, setRenamed] = useState<string | null>(null)
  const [undo, setUndo] = useState<{ name: string; restore(): void } | null>(null)
  const items = shelf.items()
  // A dialog that gives way to another one closes after that has opened.
  const close = () => store.get().dialog === 'shelf' && store.set({ dialog: null })

  const remove = (item: ShelfItem, index: number) => {
    const restore = shelf.remove(item.id)
    setUndo({ name: labelOf(item), restore })
    // Removing the open survey opens another one, which closes dialogs.
    store.set({ dialog: 'shelf', notice: '' })
    focusAfterRender(() => findByFocusKey(`delete ${Math.min(index, shelf.items().length - 1)}`))
  }
  const restore = () => {
    undo?.restore()
    setUndo(null)
    store.set({ dialog: 'shelf' })
    focusAfterRender(() => findByFocusKey('new survey'))
  }
  const endRename = ({ id, name }: ShelfItem, typed: string) => {
    if (typed !== name) shelf.rename(id, typed)
    setRenamed(null)
    focusAfterRender(() => findByFocusKey(`rename ${id}`))
  }

  return (
    <Dialog title="Your surveys" onClose={close}>
      <div class="shelf-head">
        <p class="hint">Kept in this browser alone. Copy the JSON of a survey to keep it elsewhere.</p>
        <button
          type="button"
          class="button primary"
          data-focus-key="new survey"
          onClick={() => store.set({ dialog: 'templates' })}
        >
          <Icon name="plus" />
          New survey
        </button>
      </div>
      <ul class="shelf">
        {items.map((item, index) => (
          <li key={item.id} class={shelf.isOpen(item.id) ? 'is-open' : undefined}>
            {renamed === item.id ? (
              <NameForm name={item.name} onEnd={typed => endRename(item, typed)} />
            ) : (
              <button
                type="button"
                class="shelf-title"
                aria-current={shelf.isOpen(item.id)}
                onClick={() => {
                  shelf.open(item.id)
                  close()
                }}
              >
                <strong>{labelOf(item)}</strong>
                <span class="hint">
                  {item.questions} · changed {formatTime(item.changedAt)}
                </span>
              </button>
            )}
            <span class="shelf-actions">
              <IconButton
                icon="edit"
                label={`Rename ${labelOf(item)}`}
                focusKey={`rename ${item.id}`}
                onClick={() => setRenamed(item.id)}
              />
              <IconButton
                icon="copy"
                label={`Duplicate ${labelOf(item)}`}
                onClick={() => {
                  const copy = shelf.duplicate(item.id)
                  if (copy) store.set({ notice: `“${copy}” added` })
                }}
              />
              <IconButton
                icon="trash"
                label={`Delete ${labelOf(item)}`}
                focusKey={`delete ${index}`}
                onClick={() => remove(item, index)}
              />
            </span>
          </li>
        ))}
      </ul>
      <div role="status" class="shelf-status">
        {undo ? `“${undo.name}” deleted.` : notice}
        {undo && (
          <button type="button" class="button" onClick={restore}>
            Undo
          </button>
        )}
      </div>
    </Dialog>
  )
}

/** The name of a survey in the list while it is edited. Enter or leaving the field takes it, Escape does not. */
function NameForm({ name, onEnd }: { name: string; onEnd(name: string): void }) {
  const input = useRef<HTMLInputElement>(null)
  const hasEnded = useRef(false)
  useLayoutEffect(() => input.current!.select(), [])
  // A field that is removed may lose the focus, which ends it once more.
  const end = (typed: string) => {
    if (!hasEnded.current) onEnd(typed)
    hasEnded.current = true
  }
  return (
    <form
      class="shelf-title"
      onSubmit={event => {
        event.preventDefault()
        end(input.current!.value.trim())
      }}
    >
      <input
        ref={input}
        aria-label="Survey name"
        defaultValue={name}
        onKeyDown={event => {
          if (event.key !== 'Escape') return
          // Escape would also close the dialog.
          event.preventDefault()
          end(name)
        }}
        onBlur={event => end(event.currentTarget.value.trim())}
      />
    </form>
  )
}
