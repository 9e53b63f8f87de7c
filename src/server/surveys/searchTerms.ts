/** Splits a search text at blanks and commas. Quoted text is one term. */
export function searchTerms(text: string | null): string[] {
  const matches = (text ?? '').matchAll(/"([^"]*)"|'([^']*)'|([^\s,]+)/g)
  return [...matches].map(match => match[1] ?? match[2] ?? match[3] ?? '').filter(term => term !== '')
}
