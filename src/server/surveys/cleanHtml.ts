/** Tags that stay; of all others only the text does. DECISIONS, "HTML cleaning". */
const TAGS = new Set(
  (
    'a abbr acronym area article aside b bdi bdo blockquote br caption center cite code col colgroup data dd del ' +
    'details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li map mark ' +
    'nav ol p pre q rp rt rtc ruby s samp small span strike strong sub summary sup table tbody td th thead time tr ' +
    'tt u ul var wbr'
  ).split(' '),
)

/** Gone with everything inside. */
const REMOVED = new Set(['script', 'style'])

const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'wbr'])

const ANY_TAG = ['lang', 'title', 'style', 'width', 'height']

const ATTRIBUTES: Record<string, string[]> = {
  a: ['href', 'hreflang', 'target'],
  bdo: ['dir'],
  blockquote: ['cite'],
  col: ['align', 'char', 'charoff', 'span'],
  colgroup: ['align', 'char', 'charoff', 'span'],
  del: ['cite', 'datetime'],
  hr: ['align', 'size'],
  img: ['src', 'alt', 'align'],
  ins: ['cite', 'datetime'],
  ol: ['start'],
  q: ['cite'],
  table: ['align', 'char', 'charoff', 'summary'],
  tbody: ['align', 'char', 'charoff'],
  td: ['align', 'char', 'charoff', 'colspan', 'headers', 'rowspan'],
  th: ['align', 'char', 'charoff', 'colspan', 'headers', 'rowspan', 'scope'],
  thead: ['align', 'char', 'charoff'],
  tr: ['align', 'char', 'charoff'],
}

const ADDRESSES = new Set(['href', 'src', 'cite'])
const SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'ftp'])

const MARKUP = /<[a-z!/?]/i
const NAME = /[a-z][^\s/>]*/iy
const ATTRIBUTE = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/y

/**
 * Keeps of a text's markup what cannot harm a page that shows it.
 *
 * @returns Plain text untouched, so that `a < b & c` stays; else the allowed
 *   tags with their allowed attributes, every one closed.
 */
export function cleanHtml(text: string): string {
  if (!MARKUP.test(text)) return text
  const output: string[] = []
  const open: string[] = []
  let at = 0
  while (at < text.length) {
    const next = text.indexOf('<', at)
    if (next < 0) break
    output.push(escapedText(text.slice(at, next)))
    at = readMarkup(text, next, output, open)
  }
  if (at < text.length) output.push(escapedText(text.slice(at)))
  while (open.length > 0) output.push(`</${open.pop()}>`)
  return output.join('')
}

/** Reads what begins with `<`. @returns The position after it. */
function readMarkup(text: string, start: number, output: string[], open: string[]): number {
  if (text.startsWith('<!--', start)) return after(text, '-->', start + 4)
  if (text[start + 1] === '!' || text[start + 1] === '?') return after(text, '>', start)
  const isEnd = text[start + 1] === '/'
  const name = matchAt(NAME, text, start + (isEnd ? 2 : 1))?.[0].toLowerCase()
  if (name === undefined) {
    if (isEnd) return after(text, '>', start)
    output.push('&lt;')
    return start + 1
  }
  const nameEnd = start + (isEnd ? 2 : 1) + name.length
  if (isEnd) {
    close(name, output, open)
    return after(text, '>', nameEnd)
  }
  const { attributes, end } = readAttributes(text, nameEnd)
  if (REMOVED.has(name)) return afterElement(text, name, end)
  if (TAGS.has(name)) {
    output.push(`<${name}${keptAttributes(name, attributes)}>`)
    if (!VOID.has(name)) open.push(name)
  }
  return end
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found < 0 ? text.length : found + mark.length
}

/** After the end tag of an element whose content is not markup. */
function afterElement(text: string, name: string, from: number): number {
  const found = text.toLowerCase().indexOf(`</${name}`, from)
  return found < 0 ? text.length : after(text, '>', found)
}

/** Closes the nearest such element and whatever is open inside it; an end without a beginning is dropped. */
function close(name: string, output: string[], open: string[]): void {
  const depth = open.lastIndexOf(name)
  if (depth < 0) return
  for (const inner of open.splice(depth).reverse()) output.push(`</${inner}>`)
}

function readAttributes(text: string, from: number): { attributes: [string, string][]; end: number } {
  const attributes: [string, string][] = []
  let at = from
  while (at < text.length) {
    const match = matchAt(ATTRIBUTE, text, at)
    if (!match) break
    attributes.push([match[1]!.toLowerCase(), match[2] ?? match[3] ?? match[4] ?? ''])
    at += match[0].length
  }
  return { attributes, end: after(text, '>', at) }
}

function keptAttributes(tag: string, attributes: [string, string][]): string {
  const seen = new Set<string>()
  const kept = attributes.filter(([name, value]) => {
    if (seen.has(name)) return false
    seen.add(name)
    const isAllowed = ANY_TAG.includes(name) || ATTRIBUTES[tag]?.includes(name)
    return isAllowed && (!ADDRESSES.has(name) || isSafeAddress(value))
  })
  // A page opened from here must not reach back.
  if (tag === 'a') kept.push(['rel', 'noopener'])
  return kept.map(([name, value]) => ` ${name}="${escapedText(value).replaceAll('"', '&quot;')}"`).join('')
}

const ENTITY = /&(?:#x([0-9a-f]+)|#(\d+)|(colon|tab|newline|amp));?/gi
const NAMED: Record<string, string> = { colon: ':', tab: '\t', newline: '\n', amp: '&' }

/** Relative, or of a scheme that runs nothing; blanks and entities do not hide one. */
function isSafeAddress(value: string): boolean {
  const plain = Array.from(
    value.replace(ENTITY, (_, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()]!
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    }),
  ).filter(character => character > ' ' && character !== '\x7f')
  const scheme = /^([^:/?#]*):/.exec(plain.join(''))?.[1]
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase())
}

function escapedText(text: string): string {
  return text
    .replace(/&(?!#?\w+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
