import type { EarshotClient } from 'earshot'
import { EarshotProvider } from 'earshot/react'
import { act, createElement, type FunctionComponent, type ReactNode, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { onTestFinished } from 'vitest'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** A React root in the document. */
export interface Rendered {
  root: Root
  container: HTMLElement
  text(): string
  rerender(node: ReactNode): Promise<void>
  unmount(): Promise<void>
}

/** Renders a node in the document until the test ends: a survey that is left there returns to the document of other files. */
export async function renderNode(node: ReactNode): Promise<Rendered> {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const rerender = (next: ReactNode) => act(async () => root.render(next))
  const unmount = () => act(async () => root.unmount())
  onTestFinished(async () => {
    await unmount()
    container.remove()
  })
  await rerender(node)
  return {
    root,
    container,
    text: () => container.textContent ?? '',
    rerender,
    unmount,
  }
}

/** Wraps a node in a provider of the client. */
export const withClient = (client: EarshotClient, node: ReactNode, { isStrict = false } = {}): ReactNode => {
  const provided = createElement(EarshotProvider, { client }, node)
  return isStrict ? createElement(StrictMode, null, provided) : provided
}

/** Creates a component that shows the JSON of a hook's result, and counts its renders. */
export function probe(useValue: () => unknown): { Probe: FunctionComponent; renders: unknown[] } {
  const renders: unknown[] = []
  const Probe = () => {
    const value = useValue()
    renders.push(value)
    return createElement('p', null, JSON.stringify(value))
  }
  return { Probe, renders }
}

/** Returns an observer that reports its elements when `showAll` is called, because happy-dom has no layout. */
export function stubIntersections() {
  const observers = new Set<() => void>()
  class Observer {
    private readonly elements: Element[] = []
    private readonly notify = () => {
      this.callback(this.elements.map(() => ({ isIntersecting: true })))
    }
    constructor(private readonly callback: (entries: { isIntersecting: boolean }[]) => unknown) {}
    observe(element: Element) {
      this.elements.push(element)
      observers.add(this.notify)
    }
    disconnect() {
      observers.delete(this.notify)
    }
  }
  const original = globalThis.IntersectionObserver
  Object.assign(globalThis, { IntersectionObserver: Observer })
  return {
    observed: () => observers.size,
    showAll: () => act(async () => [...observers].forEach(notify => notify())),
    restore: () => Object.assign(globalThis, { IntersectionObserver: original }),
  }
}
