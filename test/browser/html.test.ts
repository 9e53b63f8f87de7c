import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HARMLESS, PAYLOADS } from '../fixtures/htmlPayloads'
import { createVisitor, type OpenPage, type Visitor } from '../support/browser'

interface Bench {
  draw(html: string): Element
  removed(html: string): string[]
  text(html: string): string
  purifiedText(html: string): string
}
type BenchWindow = Window & { bench: Bench }

let visitor: Visitor
let opened: OpenPage
const requested: string[] = []
beforeAll(async () => {
  visitor = await createVisitor('test/browser/entries/html.ts')
  opened = await visitor.open()
  opened.page.on('request', request => requested.push(request.url()))
})
afterAll(async () => {
  await opened.close()
  await visitor.stop()
})

describe('parseHtml compared with DOMPurify', () => {
  it.each(PAYLOADS)('renders nothing that DOMPurify would remove, and runs nothing: %s', async html => {
    const removed = await opened.page.evaluate(
      html => (window as unknown as BenchWindow).bench.removed(html),
      html,
    )
    expect(removed).toEqual([])
    await opened.page.evaluate(() => {
      for (const link of document.querySelectorAll<HTMLElement>('body div a')) {
        link.addEventListener('click', event => event.preventDefault())
        link.click()
      }
    })
    const rendered = await opened.page.evaluate(() => ({
      ran: 'p' in window,
      tags: [...document.querySelectorAll('body div *')].map(element => element.localName),
      names: [...document.querySelectorAll('body div *')].flatMap(element => element.getAttributeNames()),
      links: [...document.querySelectorAll<HTMLAnchorElement>('body div a[href]')].map(
        ({ protocol, rel }) => `${protocol} ${rel}`,
      ),
    }))
    expect(rendered.ran).toBe(false)
    expect(
      rendered.tags.filter(tag =>
        /script|style|iframe|object|embed|svg|math|form|input|button|base|meta|^link$/.test(tag),
      ),
    ).toEqual([])
    expect(rendered.names.filter(name => !/^(href|target|rel|src|alt|referrerpolicy)$/.test(name))).toEqual(
      [],
    )
    expect(rendered.links.filter(link => !/^https?: noopener noreferrer$/.test(link))).toEqual([])
  })

  it('loads nothing but images', () => {
    expect(requested.filter(url => !/\.png$/.test(url) && !url.startsWith('http://127.0.0.1'))).toEqual([])
  })

  it.each(HARMLESS.filter(([name]) => name !== 'entities'))(
    'keeps the same text as DOMPurify: %s',
    async (_, html) => {
      const [ours, purified] = await opened.page.evaluate(html => {
        const { bench } = window as unknown as BenchWindow
        return [bench.text(html), bench.purifiedText(html)]
      }, html)
      expect(ours).toBe(purified)
    },
  )
})
