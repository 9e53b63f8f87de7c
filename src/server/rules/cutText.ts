/** Cuts a text to so many characters, a surrogate pair counting as one. */
export function cutText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  const characters = Array.from(text.slice(0, maxCharacters * 2))
  return characters.length <= maxCharacters ? text : characters.slice(0, maxCharacters).join('')
}
