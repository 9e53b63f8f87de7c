import { type ComponentChildren, createElement } from 'preact'
import { safeUrl } from './safeUrl'

/** Elements that are drawn. Every other tag is dropped and what stands inside it is kept... */
const ALLOWED = new Set(
  'a b blockquote br code div em h2 h3 h4 hr i img li ol p pre s small span strong sub sup u ul'.split(' '),
)
/** ...but for these, which go with all they hold. */
const DROPPED =
  /^(audio|button|canvas|form|iframe|math|noembed|noframes|noscript|object|option|plaintext|script|select|style|svg|template|textarea|title|video|xmp)$/
const REPLACEMENTS: Record<string, string> = { h1: 'h2', h5: 'h4', h6: 'h4', del: 's', strike: 's' }
const ENTITIES: Record<string, string> = {
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
}
/**
 * A comment, a tag (slash, name, attributes), or what is neither: a run of text, or a `<` that begins nothing. A tag ends before
 * the next `<`: to look for its end behind that would take the square of the time where there is none.
 */
const TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<(?:(\/?)([a-z][^\s/<>]*(?=[\s/>]))|[!?])((?:"[^"]*"|'[^']*'|[^<>"'])*)["']?>|[^<]+|</gi
const ATTRIBUTE = /([^\s"'/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g
/** More would be a text made to overflow the stack. */
const MAX_DEPTH = 32

interface OpenElement {
  tag: string
  props: Record<string, string>
  children: ComponentChildren[]
}

const decode = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));?/gi, (whole, decimal, hex, name) => {
    if (name) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

/** The attributes that may stay; `null` when the element makes no sense without the one it lacks. */
function allowedProps(tag: string, text: string): Record<string, string> | null {
  const given: Record<string, string> = {}
  for (const [, name, double, single, bare] of text.matchAll(ATTRIBUTE)) {
    given[`$${name!.toLowerCase()}`] ??= decode(double ?? single ?? bare ?? '')
  }
  if (tag === 'a') {
    const href = safeUrl(given.$href, { relative: true })
    return href ? { href, target: '_blank', rel: 'noopener noreferrer' } : {}
  }
  if (tag !== 'img') return {}
  const src = safeUrl(given.$src, { relative: false })
  return src?.startsWith('https:') ? { src, alt: given.$alt ?? '', referrerpolicy: 'no-referrer' } : null
}

/**
 * Reads the HTML that authors may write in descriptions, by an allow-list, into vnodes. No string of HTML ever reaches the
 * browser, so there is nothing that a policy on content or types could object to. Never throws; DECISIONS, "HTML".
 */
export function parseHtml(html: string): ComponentChildren {
  const root: OpenElement = { tag: '', props: {}, children: [] }
  const open = [root]
  let dropping = ''
  let depth = 0
  const close = () => {
    const { tag, props, children } = open.pop()!
    open.at(-1)!.children.push(createElement(tag, props, ...children))
  }
  for (const [token, mark, name, attributes = ''] of html.matchAll(TOKEN)) {
    const lower = name?.toLowerCase() ?? ''
    if (dropping) {
      // Only its own tags count inside, so that a nested one does not let the rest out.
      if (lower === dropping) depth += mark ? -1 : 1
      if (depth === 0) dropping = ''
      continue
    }
    if (token.startsWith('<') && token.length > 1) {
      const tag = REPLACEMENTS[lower] ?? lower
      if (!mark && DROPPED.test(tag)) {
        dropping = tag
        depth = 1
      } else if (!ALLOWED.has(tag)) {
        continue
      } else if (mark) {
        if (open.some(element => element.tag === tag))
          while (open.at(-1) !== root && open.at(-1)!.tag !== tag) close()
        if (open.at(-1)!.tag === tag) close()
      } else {
        if ((tag === 'p' || tag === 'li') && open.at(-1)!.tag === tag) close()
        const props = allowedProps(tag, attributes)
        if (!props || open.length > MAX_DEPTH) continue
        open.push({ tag, props, children: [] })
        if (/^([bh]r|img)$/.test(tag)) close()
      }
      continue
    }
    open.at(-1)!.children.push(decode(token))
  }
  while (open.length > 1) close()
  return root.children
}
