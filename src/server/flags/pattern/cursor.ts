/** Reads a pattern from left to right, by code point. */
export type Cursor = ReturnType<typeof createCursor>

/** Creates a cursor at the beginning of a pattern. */
export function createCursor(pattern: string) {
  const characters = Array.from(pattern)
  let position = 0
  const next = (length: number) => characters.slice(position, position + length).join('')
  return {
    isAtEnd: () => position >= characters.length,
    /** Returns the next character without reading it, or the one `offset` characters later. */
    peek: (offset = 0) => characters[position + offset],
    /** Reads one character. */
    take: () => characters[position++],
    /** Reads `text` if it comes next. Returns whether it did. */
    takeIf(text: string): boolean {
      if (next(text.length) !== text) return false
      position += text.length
      return true
    },
    /** Reads the match of an anchored expression within the next `maxLength` characters. */
    takeMatch(expression: RegExp, maxLength: number): RegExpExecArray | undefined {
      const match = expression.exec(next(maxLength))
      if (!match) return undefined
      position += match[0].length
      return match
    },
  }
}
