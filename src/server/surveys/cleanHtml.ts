import { createTextBuilder } from '../lib/createTextBuilder'
import { replaceMatches } from '../lib/replaceMatches'

/** Allowed tags. Of all others only the text stays. See D-308. */
const TAGS = new Set(
  (
    'a abbr acronym area article aside b bdi bdo blockquote br caption center cite code col colgroup data dd del ' +
    'details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li map mark ' +
    'nav ol p pre q rp rt rtc ruby s samp small span strike strong sub summary sup table tbody td th thead time tr ' +
    'tt u ul var wbr'
  ).split(' '),
)

/** Removed together with their content. */
const REMOVED = new Set(['script', 'style'])

const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'wbr'])

const GLOBAL_ATTRIBUTES = ['lang', 'title', 'style', 'width', 'height']

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

const URL_ATTRIBUTES = new Set(['href', 'src', 'cite'])
const SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'ftp'])

/** No tag has as many, and a million would fill the memory. */
const MAX_ATTRIBUTES = 1000

const MARKUP = /<[a-z!/?]/i
const NAME = /[a-z][^\s/>]*/iy
const ATTRIBUTE = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/y

/**
 * Removes all markup from a text that is not on the allow-list.
 *
 * @returns The allowed tags with their allowed attributes, each tag closed. Plain text
 *   such as `a < b & c` is returned unchanged.
 *
 * Takes linear time. The time of htmlparser2 and parse5 is quadratic in the nesting depth.
 */
export function cleanHtml(text: string): string {
  if (!MARKUP.test(text)) return text
  const writer = createHtmlWriter()
  let index = 0
  while (index < text.length) {
    const markupStart = text.indexOf('<', index)
    if (markupStart < 0) break
    writer.text(text.slice(index, markupStart))
    index = readMarkup(text, markupStart, writer)
  }
  writer.text(text.slice(index))
  return writer.end()
}

type HtmlWriter = ReturnType<typeof createHtmlWriter>

/** Creates a writer that closes the elements that are left open. */
function createHtmlWriter() {
  const output = createTextBuilder()
  const openElements: string[] = []
  /** Tag name -> open elements. To search the list for a name that is not in it would take quadratic time. */
  const openCounts = new Map<string, number>()
  const countOpen = (name: string): number => openCounts.get(name) ?? 0

  const closeLast = (): void => {
    const name = openElements.pop()!
    openCounts.set(name, countOpen(name) - 1)
    output.add(`</${name}>`)
  }
  return {
    text: (text: string): void => {
      output.add(escapeText(text))
    },
    startTag: (name: string, attributes: [string, string][]): void => {
      output.add(`<${name}${allowedAttributes(name, attributes)}>`)
      if (VOID.has(name)) return
      openElements.push(name)
      openCounts.set(name, countOpen(name) + 1)
    },
    /** Closes the innermost element of that name and the elements inside it. An end tag without a start tag is dropped. */
    endTag: (name: string): void => {
      const remaining = countOpen(name) - 1
      while (remaining >= 0 && countOpen(name) > remaining) closeLast()
    },
    end: (): string => {
      while (openElements.length > 0) closeLast()
      return output.text()
    },
  }
}

/** Reads the markup that begins with the `<` at `start`. @returns The position after it. */
function readMarkup(text: string, start: number, writer: HtmlWriter): number {
  if (text.startsWith('<!--', start)) return positionAfter(text, '-->', start + 4)
  const isEndTag = text[start + 1] === '/'
  const nameStart = start + (isEndTag ? 2 : 1)
  const name = matchAt(NAME, text, nameStart)?.[0].toLowerCase()
  if (name === undefined) {
    if (/[!?/]/.test(text[start + 1] ?? '')) return positionAfter(text, '>', start)
    writer.text('<')
    return start + 1
  }
  const nameEnd = nameStart + name.length
  if (isEndTag) {
    writer.endTag(name)
    return positionAfter(text, '>', nameEnd)
  }
  const { attributes, end } = readAttributes(text, nameEnd)
  if (REMOVED.has(name)) return positionAfterElement(text, name, end)
  if (TAGS.has(name)) writer.startTag(name, attributes)
  return end
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index
  return pattern.exec(text)
}

function positionAfter(text: string, mark: string, from: number): number {
  const index = text.indexOf(mark, from)
  return index < 0 ? text.length : index + mark.length
}

/** Returns the position after the end tag of an element whose content is not markup. */
function positionAfterElement(text: string, name: string, from: number): number {
  const endTag = matchAt(new RegExp(`</${name}`, 'gi'), text, from)
  return endTag ? positionAfter(text, '>', endTag.index) : text.length
}

function readAttributes(text: string, from: number): { attributes: [string, string][]; end: number } {
  const attributes: [string, string][] = []
  let index = from
  while (index < text.length) {
    const match = matchAt(ATTRIBUTE, text, index)
    if (!match) break
    if (attributes.length < MAX_ATTRIBUTES)
      attributes.push([match[1]!.toLowerCase(), match[2] ?? match[3] ?? match[4] ?? ''])
    index += match[0].length
  }
  return { attributes, end: positionAfter(text, '>', index) }
}

function allowedAttributes(tag: string, attributes: [string, string][]): string {
  const names = new Set<string>()
  const allowed = attributes.filter(([name, value]) => {
    if (names.has(name)) return false
    names.add(name)
    const isAllowed = GLOBAL_ATTRIBUTES.includes(name) || ATTRIBUTES[tag]?.includes(name)
    return isAllowed && (!URL_ATTRIBUTES.has(name) || isSafeUrl(value))
  })
  // A page that a link opens must not reach this one through `opener`.
  if (tag === 'a') allowed.push(['rel', 'noopener'])
  return allowed.map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`).join('')
}

const ENTITY = /&(?:#x([0-9a-f]+)|#(\d+)|(colon|tab|newline|amp));?/gi
const NAMED_ENTITIES: Record<string, string> = { colon: ':', tab: '\t', newline: '\n', amp: '&' }

/** Whether a URL is relative or has an allowed scheme. Browsers ignore white space inside a scheme, and decode entities. */
function isSafeUrl(value: string): boolean {
  const decoded = replaceMatches(value, ENTITY, ([, hex, decimal, name]) => {
    if (name !== undefined) return NAMED_ENTITIES[name.toLowerCase()]!
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
  const scheme = /^([^:/?#]*):/.exec(decoded.replace(/[\0- \x7f]+/g, ''))?.[1]
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase())
}

/** Escapes a text, entities excepted. */
function escapeText(text: string): string {
  return text
    .replace(/&(?!#?\w+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
