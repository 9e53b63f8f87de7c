import { type ComponentChildren, createElement } from 'preact'
import { nullProtoRecord } from '../../lib/nullProtoRecord'
import { safeUrl } from './safeUrl'

/** Elements that are rendered. All other tags are dropped, and their content is kept. */
const ALLOWED = new Set(
  'a b blockquote br code div em h2 h3 h4 hr i img li ol p pre s small span strong sub sup u ul'.split(' '),
)
/** Elements that are dropped with their content. */
const DROPPED =
  /^(audio|button|canvas|form|iframe|math|noembed|noframes|noscript|object|option|plaintext|script|select|style|svg|template|textarea|title|video|xmp)$/
const REPLACEMENTS = nullProtoRecord({ h1: 'h2', h5: 'h4', h6: 'h4', del: 's', strike: 's' })
const ENTITIES = nullProtoRecord({
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  middot: '·',
  euro: '€',
  rarr: '→',
  larr: '←',
})
/**
 * A comment, a tag (slash, name, attributes), a run of text, or a single `<`. A tag ends before the next `<`: searching beyond
 * that would take quadratic time for a text without ends.
 */
const TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<(?:(\/?)([a-z][^\s/<>]*(?=[\s/>]))|[!?])((?:"[^"]*"|'[^']*'|[^<>"'])*)["']?>|[^<]+|</gi
/** A name, and its value if there is one: a name without one is read once too, not again from each of its characters. */
const ATTRIBUTE = /([^\s"'/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g
/** Deeper nesting is an attempt to overflow the stack. */
const MAX_DEPTH = 32

interface OpenElement {
  tag: string
  props: Record<string, string>
  children: ComponentChildren[]
}

const decode = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));?/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name] ?? whole
    const code = decimal ? Number(decimal) : parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

/** Returns the attributes to keep; `null` when the element lacks one that it needs. */
function allowedProps(tag: string, text: string): Record<string, string> | null {
  const attributes: Record<string, string> = {}
  for (const [, name, double, single, bare] of text.matchAll(ATTRIBUTE)) {
    attributes[`$${name!.toLowerCase()}`] ??= decode(double ?? single ?? bare ?? '')
  }
  if (tag === 'a') {
    const href = safeUrl(attributes.$href, { relative: true })
    return href ? { href, target: '_blank', rel: 'noopener noreferrer' } : {}
  }
  if (tag !== 'img') return {}
  const src = safeUrl(attributes.$src, { relative: false })
  return src?.startsWith('https:') ? { src, alt: attributes.$alt ?? '', referrerpolicy: 'no-referrer' } : null
}

/**
 * Parses the HTML of descriptions into vnodes, by an allow-list. No HTML string ever reaches the browser, so content security and
 * trusted type policies do not apply. Never throws. See D-216 to D-218.
 */
export function parseHtml(html: string): ComponentChildren {
  const root: OpenElement = { tag: '', props: {}, children: [] }
  const open = [root]
  let dropped = ''
  let depth = 0
  const innermost = () => open[open.length - 1]!

  function close() {
    const { tag, props, children } = open.pop()!
    // As one argument: a call takes only so many.
    innermost().children.push(createElement(tag, props, children))
  }

  function onStartTag(tag: string, attributes: string) {
    if ((tag === 'p' || tag === 'li') && innermost().tag === tag) close()
    const props = allowedProps(tag, attributes)
    if (!props || open.length > MAX_DEPTH) return
    open.push({ tag, props, children: [] })
    if (/^([bh]r|img)$/.test(tag)) close()
  }

  function onEndTag(tag: string) {
    if (!open.some(element => element.tag === tag)) return
    while (innermost().tag !== tag) close()
    close()
  }

  for (const [token, slash, name, attributes = ''] of html.matchAll(TOKEN)) {
    const lower = name?.toLowerCase() ?? ''
    const tag = REPLACEMENTS[lower] ?? lower
    if (dropped) {
      // A nested element of the same name must not end it early.
      if (lower === dropped) depth += slash ? -1 : 1
      if (depth === 0) dropped = ''
    } else if (!token.startsWith('<') || token.length === 1) innermost().children.push(decode(token))
    else if (!slash && DROPPED.test(tag)) {
      dropped = tag
      depth = 1
    } else if (ALLOWED.has(tag)) {
      if (slash) onEndTag(tag)
      else onStartTag(tag, attributes)
    }
  }
  while (open.length > 1) close()
  return root.children
}
