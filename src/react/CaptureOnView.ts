import type { Properties } from 'earshot'
import { Children, createElement, type HTMLProps, type ReactElement } from 'react'
import { readableCopy } from '../lib/json'
import { useEarshot } from './context'
import { Tracker, useOnce } from './tracker'

/** Props of `CaptureOnView`. Others are passed to its `div`. */
export type CaptureOnViewProps = Omit<HTMLProps<HTMLDivElement>, 'ref'> & {
  /** `element_name` of the event. */
  name?: string
  properties?: Properties
  observerOptions?: IntersectionObserverInit
  /** Whether each child is captured on its own, with its `child_index`. */
  trackAllChildren?: boolean
}

/** Renders a `div` and captures `$element_viewed` once it is visible. */
export function CaptureOnView({
  name,
  properties,
  observerOptions,
  trackAllChildren,
  children,
  ...props
}: CaptureOnViewProps): ReactElement {
  const client = useEarshot()
  const once = useOnce()
  const tracker = (child_index?: number) => ({
    observerOptions,
    onView: () =>
      once(child_index ?? 'all', () => {
        client.capture('$element_viewed', { element_name: name, child_index, ...readableCopy(properties) })
      }),
  })
  if (!trackAllChildren) return createElement(Tracker, { ...props, ...tracker() }, children)
  return createElement(
    'div',
    props,
    Children.map(children, (child, index) => createElement(Tracker, tracker(index), child)),
  )
}
