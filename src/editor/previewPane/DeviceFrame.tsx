import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { afterAnswer, afterBack, initialPreview, type PreviewState } from '../state/previewState'
import { useEditorState, useStore } from '../state/store'
import { applyFrameStyles, FRAME_PAGE } from './framePage'
import { renderPreview } from './renderPreview'

/** Width and height of each device in CSS pixels. */
const SIZES = { phone: [390, 720], desktop: [800, 600] } as const

/** Props of the preview pane and of the frame inside it. */
export interface PreviewFrameProps {
  frame: RefObject<HTMLIFrameElement | null>
  /** Called after the survey was rendered in the frame. */
  onRender(): void
}

/** Shows the survey on a page of phone or desktop size, scaled down to the available space. */
export function DeviceFrame({ frame, onRender }: PreviewFrameProps) {
  const { history, settings } = useEditorState()
  const { device, isZoomed } = settings
  const isActualSize = settings.isActualSize && device === 'desktop'
  const [width, height] = SIZES[device]
  const container = useRef<HTMLDivElement>(null)
  const fittingScale = useScale(container, width, height)
  const scale = isActualSize ? 1 : fittingScale
  // Browser zoom of 200 % halves the number of CSS pixels of the page.
  const zoom = isZoomed ? 2 : 1
  const [loads, setLoads] = useState(0)
  usePreviewRendering({ frame, onRender }, loads)
  useEffect(() => {
    const card = isActualSize && cardIn(frame.current)?.getBoundingClientRect()
    if (!card) return
    // `scrollIntoView` stops at the frame, in which the card is fixed.
    const { clientWidth, clientHeight } = container.current!
    const middle = (start: number, size: number, visible: number) => (start + size / 2) * zoom - visible / 2
    container.current!.scrollTo(
      middle(card.left, card.width, clientWidth),
      middle(card.top, card.height, clientHeight),
    )
  }, [isActualSize])

  return (
    <div class={`device-container ${isActualSize ? 'is-scrolling' : ''}`} ref={container}>
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
          onLoad={event => {
            applyFrameStyles(event.currentTarget.contentDocument!)
            setLoads(loads + 1)
          }}
        />
      </div>
    </div>
  )
}

/** Returns the card in a frame; `undefined` while none is open. */
const cardIn = (frame: HTMLIFrameElement | null) =>
  frame?.contentDocument?.querySelector('.earshot-survey')?.shadowRoot?.querySelector('[role=region]')

/** Renders the survey when it, its page or the settings change, and when the frame has loaded its document. */
function usePreviewRendering({ frame, onRender }: PreviewFrameProps, loads: number): void {
  const store = useStore()
  const { history, preview, settings } = useEditorState()
  const survey = history.present
  const [isOpen, setOpen] = useState(true)
  const movesFocus = useRef(false)
  const goTo = (next: PreviewState) => {
    movesFocus.current = true
    store.set({ preview: next })
  }
  const current = () => store.get().preview
  useEffect(() => {
    const doc = frame.current?.contentDocument
    // The frame's initial empty document is replaced once `srcdoc` is loaded.
    if (!doc?.getElementById('inline-container')) return
    renderPreview(
      doc,
      { survey, preview, settings, isOpen, movesFocus: movesFocus.current },
      {
        onAnswer: answer => goTo(afterAnswer(survey, current(), answer)),
        onBack: () => goTo(afterBack(survey, current())),
        onClose: () => goTo({ ...current(), isClosed: true }),
        onToggle: () => {
          movesFocus.current = true
          if (current().isClosed) {
            setOpen(true)
            store.set({ preview: initialPreview(survey) })
          } else setOpen(!isOpen)
        },
      },
    )
    movesFocus.current = false
    onRender()
  }, [survey, preview, settings, isOpen, loads])
}

/** Returns the scale at which the device fits its container, between 0.2 and 1. */
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
