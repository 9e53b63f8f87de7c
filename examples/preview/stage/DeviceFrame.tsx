import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { startWalk, type Walk, walkBack, walkOn } from '../flow/walk'
import { useApp, useStore } from '../store'
import { drawSurvey } from './drawSurvey'
import { FRAME_PAGE } from './framePage'

/** Width and height of each device in CSS pixels. */
const SIZES = { phone: [390, 720], desktop: [800, 600] } as const

/** What the parts of the stage are given. */
export interface StageProps {
  frame: RefObject<HTMLIFrameElement | null>
  /** The survey in the frame has just been drawn. */
  onDrawn(): void
}

/** The survey on a page, in a phone or on a desktop, scaled to the room there is. */
export function DeviceFrame({ frame, onDrawn }: StageProps) {
  const { history, view } = useApp()
  const { device, isLarge } = view
  const [width, height] = SIZES[device]
  const room = useRef<HTMLDivElement>(null)
  const scale = useScale(room, width, height)
  // As browsers do it: at twice the size, the page has half the pixels.
  const zoom = isLarge ? 2 : 1
  const [loads, setLoads] = useState(0)
  useDrawing({ frame, onDrawn }, loads)

  return (
    <div class="room" ref={room}>
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
function useDrawing({ frame, onDrawn }: StageProps, loads: number): void {
  const store = useStore()
  const { history, walk, view } = useApp()
  const survey = history.present
  const [isOpened, setOpened] = useState(true)
  const takesFocus = useRef(false)
  const go = (next: Walk) => {
    takesFocus.current = true
    store.set({ walk: next })
  }
  const now = () => store.get().walk
  useEffect(() => {
    const doc = frame.current?.contentDocument
    if (!doc?.getElementById('inside')) return
    drawSurvey(
      doc,
      { survey, walk, view, isOpened, takesFocus: takesFocus.current },
      {
        onAnswer: answer => go(walkOn(survey, now(), answer)),
        onBack: () => go(walkBack(survey, now())),
        onClose: () => go({ ...now(), isOver: true }),
        onOpener: () => {
          takesFocus.current = true
          if (now().isOver) {
            setOpened(true)
            store.set({ walk: startWalk(survey) })
          } else setOpened(!isOpened)
        },
      },
    )
    takesFocus.current = false
    onDrawn()
  }, [survey, walk, view, isOpened, loads])
}

/** The scale at which a frame fits its room, at most life-size. */
function useScale(room: RefObject<HTMLElement | null>, width: number, height: number): number {
  const [size, setSize] = useState({ width, height })
  useLayoutEffect(() => {
    const element = room.current!
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return Math.max(0.2, Math.min(1, size.width / width, size.height / height))
}
