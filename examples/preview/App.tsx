import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Editor } from './form/Editor'
import { coloursIn, DrawnProvider, drawnIn } from './look/drawn'
import { MapPane } from './map/MapPane'
import { Stage } from './stage/Stage'
import { type Store, useApp, useStore } from './store'
import { TopBar } from './TopBar'
import { TakeAway } from './take/TakeAway'
import { Templates } from './take/Templates'
import { TryPane } from './try/TryPane'
import { FindingsProvider } from './ui/findings'

/** The whole page: what to write on the left, what visitors get in the middle, where answers lead on the right. */
export function App() {
  const store = useStore()
  const { dialog, pane, notice } = useApp()
  const frame = useRef<HTMLIFrameElement>(null)
  const [colours, setColours] = useState('')
  // Another function for other colours, so that whoever shows them looks again.
  const drawn = useMemo(() => drawnIn(frame.current), [colours])
  useShortcuts(store)
  useFadingNotice(store, notice)
  return (
    <FindingsProvider>
      <DrawnProvider value={drawn}>
        <TopBar />
        <main class="panes" data-pane={pane}>
          {dialog === 'try' ? <TryPane /> : <Editor />}
          <Stage frame={frame} onDrawn={() => setColours(coloursIn(frame.current))} />
          <MapPane />
        </main>
        {dialog === 'templates' && <Templates />}
        {dialog === 'take' && <TakeAway />}
        <div role="status" class={notice ? 'notice is-shown' : 'notice'}>
          {notice}
        </div>
      </DrawnProvider>
    </FindingsProvider>
  )
}

/** Undo and redo from wherever the focus is, but for JSON: there the browser's own undo knows each key. */
function useShortcuts(store: Store): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || store.get().dialog === 'take') return
      if (event.target instanceof HTMLElement && event.target.matches('textarea.code')) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) store.redo()
      else store.undo()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [store])
}

/** Milliseconds that a notice is there to be read. */
const NOTICE_MS = 5000

function useFadingNotice(store: Store, notice: string): void {
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => store.set({ notice: '' }), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [store, notice])
}
