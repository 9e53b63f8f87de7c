import DOMPurify from 'dompurify'
import { h, render } from 'preact'
import { parseHtml } from '../../../src/surveys/ui/parseHtml'

/** What the test calls in the browser: our parser, and DOMPurify. */
const bench = {
  /** Renders a description as a survey does. */
  draw(html: string) {
    const box = document.body.appendChild(document.createElement('div'))
    render(h('div', null, parseHtml(html)), box)
    return box
  },
  /** Returns the names of what DOMPurify would remove from our rendering. */
  removed(html: string): string[] {
    const box = bench.draw(html)
    DOMPurify.sanitize(box, { ADD_ATTR: ['target', 'referrerpolicy'] })
    const entries = DOMPurify.removed as { element?: Node; attribute?: Attr | null }[]
    return entries.map(({ element, attribute }) => attribute?.name ?? element?.nodeName ?? '?')
  },
  /** Returns the text that is left by our parser, and by DOMPurify. */
  text: (html: string) => bench.draw(html).textContent ?? '',
  purifiedText(html: string) {
    const box = document.createElement('div')
    box.innerHTML = DOMPurify.sanitize(html)
    return box.textContent ?? ''
  },
}
Object.assign(window, { bench })
