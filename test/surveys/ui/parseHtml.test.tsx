// @vitest-environment happy-dom
import { render } from '@testing-library/preact'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHtml } from '../../../src/surveys/ui/parseHtml'
import { HARMLESS, PAYLOADS } from '../../fixtures/htmlPayloads'

const draw = (html: string) => render(<div>{parseHtml(html)}</div>).container.firstElementChild!

describe('parseHtml', () => {
  it.each(HARMLESS)('keeps the text of %s', (_, html, text) => {
    expect(draw(html).textContent).toBe(text)
  })

  it('keeps harmless elements', () => {
    const html = '<h2>x</h2><p>a<br>b <strong>c</strong></p><ul><li>d</li></ul><blockquote>e</blockquote>'
    expect(draw(html).innerHTML).toBe(html)
  })

  it('opens links in a new tab without an opener', () => {
    expect(draw('<a href="https://example.com/">x</a>').innerHTML).toBe(
      '<a href="https://example.com/" target="_blank" rel="noopener noreferrer">x</a>',
    )
  })

  it('drops the URL of a link that could run code, and keeps its text', () => {
    expect(draw('<a href="javascript:alert(1)">x</a>').innerHTML).toBe('<a>x</a>')
  })

  it('keeps images from https URLs only', () => {
    expect(draw('<img src="https://example.com/a.png" alt="A" onerror="x">').innerHTML).toBe(
      '<img src="https://example.com/a.png" alt="A" referrerpolicy="no-referrer">',
    )
    expect(draw('<img src="http://example.com/a.png"><img src="data:image/png,x">').innerHTML).toBe('')
  })

  it('drops elements that could run, load or cover, with their content', () => {
    const dropped = ['script', 'style', 'iframe', 'svg', 'math', 'form', 'template', 'object', 'textarea']
    for (const tag of dropped) expect(draw(`a<${tag} x="y">b<b>c</b></${tag}>d`).innerHTML, tag).toBe('ad')
  })

  it('keeps only link and image attributes', () => {
    const names = PAYLOADS.flatMap(html =>
      [...draw(html).querySelectorAll('*')].flatMap(element => element.getAttributeNames()),
    )
    expect(new Set(names)).toEqual(new Set(['href', 'target', 'rel', 'src', 'alt', 'referrerpolicy']))
  })

  it('never throws', () => {
    const parts = fc.constantFrom(
      '<',
      '>',
      '</',
      '"',
      "'",
      '<b',
      '<a href=',
      '<!--',
      '-->',
      '&',
      '&#',
      ';',
      'x',
      ' ',
      '<script',
      '<p>',
      '/>',
      '=',
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), pieces => {
        draw(pieces.join(''))
      }),
    )
  })

  it.each(['<b>', '<', '<a', '<a "', '&', '<!--', '<b x=', '</b>'])(
    'parses %s repeated 100,000 times in linear time',
    piece => {
      expect(parseHtml(piece.repeat(100_000))).toBeDefined()
    },
  )
})
