import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { BranchingPane } from './diagram/BranchingPane'
import { ShareDialog } from './export/ShareDialog'
import { FindingsProvider } from './findings/findings'
import {
  inlineStyleOf,
  RenderedColoursProvider,
  variableReader,
} from './inspector/appearance/renderedColours'
import { Inspector } from './inspector/Inspector'
import { PreviewPane } from './previewPane/PreviewPane'
import { PublishBar } from './publish/PublishBar'
import { ShelfDialog } from './shelf/ShelfDialog'
import { useShelf } from './shelf/shelfContext'
import { type Store, useEditorState, useStore } from './state/store'
import { TopBar } from './TopBar'
import { TemplatesDialog } from './templates/TemplatesDialog'
import { TestRunPane } from './testRun/TestRunPane'

/** The page: inspector on the left, preview in the middle, branching and findings on the right. */
export function App() {
  const store = useStore()
  const shelf = useShelf()
  const { dialog, pane, folded, notice } = useEditorState()
  const frame = useRef<HTMLIFrameElement>(null)
  const [inlineStyle, setInlineStyle] = useState('')
  // A new function for each change of colours makes the context's consumers render again.
  const readVariable = useMemo(() => variableReader(frame.current), [inlineStyle])
  useShortcuts(store)
  useExpiringNotice(store, notice)
  return (
    <FindingsProvider>
      <RenderedColoursProvider value={readVariable}>
        <TopBar />
        <PublishBar />
        <main class="panes" data-pane={pane} data-folded={folded.join(' ')}>
          {dialog === 'testRun' ? <TestRunPane /> : <Inspector />}
          <PreviewPane frame={frame} onRender={() => setInlineStyle(inlineStyleOf(frame.current))} />
          <BranchingPane />
        </main>
        {dialog === 'templates' && <TemplatesDialog />}
        {dialog === 'share' && <ShareDialog />}
        {dialog === 'shelf' && shelf && <ShelfDialog shelf={shelf} />}
        <div role="status" class={notice ? 'notice is-shown' : 'notice'}>
          {notice}
        </div>
      </RenderedColoursProvider>
    </FindingsProvider>
  )
}

/** Handles undo and redo shortcuts, except in JSON fields, where the browser's own undo is more precise. */
function useShortcuts(store: Store): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector('dialog[open]')) return
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

/** Milliseconds until a notice disappears: long enough to read it, at 15 characters a second. */
const noticeMs = (notice: string) => Math.max(5000, notice.length * 66)

function useExpiringNotice(store: Store, notice: string): void {
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => store.set({ notice: '' }), noticeMs(notice))
    return () => clearTimeout(timer)
  }, [store, notice])
}
