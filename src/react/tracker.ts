import {
  createElement,
  type HTMLProps,
  type ReactElement,
  type RefCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { readableCopy } from '../lib/json'
import { platformOptions } from '../lib/nullProtoRecord'

export type DivProps = Omit<HTMLProps<HTMLDivElement>, 'children' | 'ref'>

/**
 * Calls back whenever the element becomes visible. Returns the ref of the element.
 *
 * @param callback `undefined`: the element is not observed.
 * @param options Read when the observation begins. Default: a tenth of the element.
 */
export function useVisible(
  callback: (() => void) | undefined,
  options?: IntersectionObserverInit,
): RefCallback<Element> {
  const [element, ref] = useState<Element | null>(null)
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  const isObserved = element && callback
  useEffect(() => {
    if (!isObserved) return
    const observer = new IntersectionObserver(
      entries => entries.some(entry => entry.isIntersecting) && latest.current?.(),
      platformOptions({ threshold: 0.1, ...readableCopy(options) }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, !isObserved])
  return ref
}

/** Props of `Tracker`. */
interface TrackerProps extends HTMLProps<HTMLDivElement> {
  onView: (() => void) | undefined
  observerOptions: IntersectionObserverInit | undefined
}

/** Renders a `div` that calls back when it is visible. */
export const Tracker = ({ onView, observerOptions, ...props }: TrackerProps): ReactElement =>
  createElement('div', { ...props, ref: useVisible(onView, observerOptions) })

/** Returns a function that runs another one, once per key. */
export function useOnce() {
  const [done] = useState<Record<string, boolean>>({})
  return (key: string | number, run: () => void) => {
    if (done[key]) return
    done[key] = true
    run()
  }
}
