import type { Properties } from 'earshot'
import { Children, createElement, type HTMLProps, type ReactElement } from 'react'
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
  const tracker = (more?: { child_index: number }) => ({
    observerOptions,
    onView: () =>
      once(more?.child_index ?? 'all', () => {
        client.capture('$element_viewed', { element_name: name, ...more, ...properties })
      }),
  })
  if (!trackAllChildren) return createElement(Tracker, { ...props, ...tracker() }, children)
  return createElement(
    'div',
    props,
    Children.map(children, (child, index) => createElement(Tracker, tracker({ child_index: index }), child)),
  )
}
