/** A million short texts take many times the memory of the text that they become. */
const PIECES_PER_JOIN = 1000

/** Creates a text from pieces, which are joined a thousand at a time. See D-720. */
export function createTextBuilder() {
  let text = ''
  let pieces: string[] = []
  const join = (): string => {
    text += pieces.join('')
    pieces = []
    return text
  }
  return {
    add: (...added: string[]): void => {
      pieces.push(...added)
      if (pieces.length >= PIECES_PER_JOIN) join()
    },
    text: join,
  }
}
