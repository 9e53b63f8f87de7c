/** Cuts a text to a number of characters. A surrogate pair counts as one. */
export function truncate(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  return Array.from(text.slice(0, maxCharacters * 2))
    .slice(0, maxCharacters)
    .join('')
}
