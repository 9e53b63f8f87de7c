/** Greatest width of a line of a label in pixels: room for "Promoters (9 to 10)". */
const MAX_LINE_WIDTH = 118

/**
 * Returns the greatest width that text of 11 pixels has in common sans-serif fonts. Labels are placed before they are rendered, so
 * their width is estimated.
 */
function textWidth(text: string): number {
  let width = 0
  for (const character of text) {
    if (/[\s!'(),./:;I[\]fijlrt|-]/.test(character)) width += 4.5
    else if (/[mwMW@%]/.test(character)) width += 11
    else if (/[A-Z]/.test(character)) width += 8.6
    else width += /[\u0021-\u024f\u0370-\u06ff]/.test(character) ? 7 : 11
  }
  return width
}

/** Splits a word that is wider than a line. */
function splitWord(word: string): string[] {
  const parts = ['']
  for (const character of word) {
    if (textWidth(parts.at(-1)! + character) > MAX_LINE_WIDTH) parts.push('')
    parts[parts.length - 1] += character
  }
  return parts
}

/** Breaks the text of a label into lines. Nothing is cut. */
export function labelLines(text: string): { lines: string[]; width: number } {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean).flatMap(splitWord)) {
    const joined = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && textWidth(joined) <= MAX_LINE_WIDTH) lines[lines.length - 1] = joined
    else lines.push(word)
  }
  return { lines, width: Math.max(0, ...lines.map(textWidth)) }
}
