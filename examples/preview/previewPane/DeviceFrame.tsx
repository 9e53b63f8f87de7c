import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { afterAnswer, afterBack, initialPreview, type PreviewState } from '../state/previewState'
import { useEditorState, useStore } from '../state/store'
import { FRAME_PAGE } from './framePage'
import { renderPreview } from './renderPreview'

/** Width and height of each device in CSS pixels. */
const SIZES = { phone: [390, 720], desktop: [800, 600] } as const

/** What the parts of the stage are given. */
export interface PreviewFrameProps {
  frame: RefObject<HTMLIFrameElement | null>
  /** The survey in the frame has just been drawn. */
  onRender(): void
}

/** The survey on a page, in a phone or on a desktop, scaled to the room there is. */
export function DeviceFrame({ frame, onRender }: PreviewFrameProps) {
  const { history, settings: view } = useEditorState()
  const { device, isZoomed: isLarge } = view
  const [width, height] = SIZES[device]
  const container = useRef<HTMLDivElement>(null)
  const scale = useScale(container, width, height)
  // As browsers do it: at twice the size, the page has half the pixels.
  const zoom = isLarge ? 2 : 1
  const [loads, setLoads] = useState(0)
  usePreviewRendering({ frame, onRender }, loads)

  return (
    <div class="room" ref={container}>
      <div
        class={`device ${device}`}
        style={{ inlineSize: `${width * scale}px`, blockSize: `${height * scale}px` }}
      >
        <iframe
          ref={frame}
          title={`Preview of ${history.present.name || 'the survey'}`}
          srcDoc={FRAME_PAGE}
          style={{
            inlineSize: `${width / zoom}px`,
            blockSize: `${height / zoom}px`,
            transform: `scale(${scale * zoom})`,
          }}
          onLoad={() => setLoads(loads + 1)}
        />
      </div>
    </div>
  )
}

/** Draws the survey anew when it, the walk or the view changes, and when the frame has loaded its page. */
function usePreviewRendering({ frame, onRender }: PreviewFrameProps, loads: number): void {
  const store = useStore()
  const { history, preview: walk, settings: view } = useEditorState()
  const survey = history.present
  const [isOpen, setOpen] = useState(true)
  const movesFocus = useRef(false)
  const go = (next: PreviewState) => {
    movesFocus.current = true
    store.set({ preview: next })
  }
  const now = () => store.get().preview
  useEffect(() => {
    const doc = frame.current?.contentDocument
    if (!doc?.getElementById('inside')) return
    renderPreview(
      doc,
      { survey, walk, view, isOpen, movesFocus: movesFocus.current },
      {
        onAnswer: answer => go(afterAnswer(survey, now(), answer)),
        onBack: () => go(afterBack(survey, now())),
        onClose: () => go({ ...now(), isClosed: true }),
        onToggle: () => {
          movesFocus.current = true
          if (now().isClosed) {
            setOpen(true)
            store.set({ preview: initialPreview(survey) })
          } else setOpen(!isOpen)
        },
      },
    )
    movesFocus.current = false
    onRender()
  }, [survey, walk, view, isOpen, loads])
}

/** The scale at which a frame fits its room, at most life-size. */
function useScale(container: RefObject<HTMLElement | null>, width: number, height: number): number {
  const [size, setSize] = useState({ width, height })
  useLayoutEffect(() => {
    const element = container.current!
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return Math.max(0.2, Math.min(1, size.width / width, size.height / height))
}
