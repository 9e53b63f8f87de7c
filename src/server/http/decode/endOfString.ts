/** Characters that are read one by one after an escaped quote: there may be many of them, and each search takes the time of some. */
const READ_CHARACTERS = 32

/**
 * Returns the position after the string of JSON that begins with the quote at `start`, or one after the end of the text.
 *
 * Searches for quotes, because the platform does so much faster than a loop reads characters.
 */
export function endOfString(text: string, start: number): number {
  let index = start + 1
  let end = index
  for (;;) {
    while (index < end) {
      const code = text.charCodeAt(index)
      if (code === QUOTE) return index + 1
      index += code === BACKSLASH ? 2 : 1
    }
    const quote = text.indexOf('"', index)
    if (quote < 0) return text.length + 1
    let escapes = quote
    while (escapes > index && text.charCodeAt(escapes - 1) === BACKSLASH) escapes--
    if ((quote - escapes) % 2 === 0) return quote + 1
    index = quote + 1
    end = index + READ_CHARACTERS
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
