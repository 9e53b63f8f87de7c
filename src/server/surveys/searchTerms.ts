/** Splits a search at blanks and commas; what stands in quotes stays together. */
export function searchTerms(text: string | null): string[] {
  const found = (text ?? '').matchAll(/"([^"]*)"|'([^']*)'|([^\s,]+)/g)
  return [...found].map(match => match[1] ?? match[2] ?? match[3] ?? '').filter(term => term !== '')
}
