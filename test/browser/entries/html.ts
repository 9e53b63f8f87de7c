import DOMPurify from 'dompurify'
import { h, render } from 'preact'
import { parseHtml } from '../../../src/surveys/ui/parseHtml'

/** What the test of HTML descriptions calls: our reader, and the library that says what it would have removed. */
const bench = {
  /** Draws a text into the page as a survey would; returns what came of it. */
  draw(html: string) {
    const box = document.body.appendChild(document.createElement('div'))
    render(h('div', null, parseHtml(html)), box)
    return box
  },
  /** What DOMPurify would take out of what we have drawn. */
  objections(html: string): string[] {
    const box = bench.draw(html)
    DOMPurify.sanitize(box, { ADD_ATTR: ['target', 'referrerpolicy'] })
    const removed = DOMPurify.removed as { element?: Node; attribute?: Attr | null }[]
    return removed.map(({ element, attribute }) => attribute?.name ?? element?.nodeName ?? '?')
  },
  /** The text that stays when DOMPurify reads the same, without what we drop whole. */
  text: (html: string) => bench.draw(html).textContent ?? '',
  oracleText(html: string) {
    const box = document.createElement('div')
    box.innerHTML = DOMPurify.sanitize(html)
    return box.textContent ?? ''
  },
}
Object.assign(window, { bench })
