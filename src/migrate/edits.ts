/** What an edit is counted as. */
export type EditKind = 'import' | 'mock' | 'type' | 'enum' | 'setting' | 'snippet' | 'dependency'

/** A range of a text and its replacement. */
export interface Edit {
  start: number
  end: number
  text: string
  /** Missing for an edit that belongs to another one. */
  kind?: EditKind
}

/** A part of the code that the command does not rewrite, or has removed. */
export interface Finding {
  start: number
  /** `missing`: Earshot has no counterpart. `check`: a person has to look. */
  kind: 'missing' | 'check'
  /** The name in the code, such as `session_recording`. */
  topic: string
  advice: string
}

/** What is to be done with a text. */
export interface Changes {
  edits: Edit[]
  findings: Finding[]
}

/** Joins the changes of several rules. */
export const joinChanges = (parts: readonly Changes[]): Changes => ({
  edits: parts.flatMap(({ edits }) => edits),
  findings: parts.flatMap(({ findings }) => findings),
})

/** Moves changes of a block to its place in the file. */
export const shiftChanges = ({ edits, findings }: Changes, offset: number): Changes => ({
  edits: edits.map(edit => ({ ...edit, start: edit.start + offset, end: edit.end + offset })),
  findings: findings.map(finding => ({ ...finding, start: finding.start + offset })),
})

/** Returns the edits in the order of the text. An edit inside a range that is removed is left out. */
function inOrder(edits: readonly Edit[]): Edit[] {
  const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - a.start - (b.end - b.start))
  let end = 0
  return sorted.filter(edit => {
    if (edit.start < end) return false
    end = edit.end
    return true
  })
}

/** Applies edits to a text. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let position = 0
  let result = ''
  for (const edit of inOrder(edits)) {
    result += text.slice(position, edit.start) + edit.text
    position = edit.end
  }
  return result + text.slice(position)
}

/** Returns the one-based line of a position, in the text or, with edits, in the text after them. */
export function lineAt(text: string, position: number, edits: readonly Edit[] = []): number {
  const before = inOrder(edits.filter(({ start }) => start < position))
  return applyEdits(text.slice(0, position), before).split('\n').length
}

/** An item of a list in the code, such as a property or an import specifier. */
interface ListItem {
  start: number
  end: number
}

/**
 * Returns the edits that remove items of a list with their separators. An item on lines of its own is removed with these lines,
 * and with the comment behind it.
 *
 * @param items All items of the list, in order.
 * @param bounds The range between the brackets of the list.
 */
export function removeItems(
  text: string,
  items: readonly ListItem[],
  isRemoved: (index: number) => boolean,
  bounds: ListItem,
): Edit[] {
  const edits: Edit[] = []
  for (let index = 0; index < items.length; index++) {
    if (!isRemoved(index)) continue
    const first = index
    const lines = ownLines(text, items[index]!, bounds)
    if (lines) {
      edits.push({ ...lines, text: '' })
      continue
    }
    while (index + 1 < items.length && isRemoved(index + 1) && !ownLines(text, items[index + 1]!, bounds))
      index++
    edits.push({ ...inlineRange(text, items, first, index, bounds), text: '' })
  }
  return edits
}

/** Returns the lines of an item, if it shares them with no other. */
function ownLines(text: string, { start, end }: ListItem, bounds: ListItem): ListItem | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const rest = /^[ \t]*,?[ \t]*(\/\/[^\n]*|\/\*[^\n]*?\*\/[ \t]*)?\r?\n/.exec(text.slice(end, bounds.end))
  const isAlone = text.slice(lineStart, start).trim() === '' && lineStart > bounds.start && rest
  return isAlone
    ? { start: commentsStart(text, lineStart, bounds.start), end: end + rest[0].length }
    : undefined
}

/** Returns the start of the line comments directly above a line, since they describe it. */
function commentsStart(text: string, lineStart: number, limit: number): number {
  const previous = text.lastIndexOf('\n', lineStart - 2) + 1
  const isComment = /^[ \t]*(\/\/|\/\*[^\n]*\*\/[ \t]*\r?\n)/.test(text.slice(previous, lineStart))
  return isComment && previous > limit ? commentsStart(text, previous, limit) : lineStart
}

function inlineRange(
  text: string,
  items: readonly ListItem[],
  first: number,
  last: number,
  bounds: ListItem,
): ListItem {
  const { start } = items[first]!
  const { end } = items[last]!
  const [previous, next] = [items[first - 1], items[last + 1]]
  if (next) return { start, end: next.start }
  if (previous) return { start: previous.end, end }
  const isAlone = /^[\s,]*$/.test(text.slice(bounds.start, start) + text.slice(end, bounds.end))
  return isAlone ? bounds : { start, end: end + (/^\s*,/.exec(text.slice(end, bounds.end))?.[0].length ?? 0) }
}
