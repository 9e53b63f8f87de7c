import { useStore } from '../state/store'
import { Icon } from '../ui/Icon'
import { useShelf } from './shelfContext'

/** Opens the list of surveys that this browser keeps. Nothing on a page with a service. */
export function ShelfButton() {
  const store = useStore()
  const shelf = useShelf()
  if (!shelf) return null
  const open = () => {
    shelf.flush()
    store.set({ dialog: 'shelf' })
  }
  return (
    <button type="button" class="button shelf-button" onClick={open}>
      <Icon name="survey" />
      <span class="wide-only">Surveys</span>
    </button>
  )
}
