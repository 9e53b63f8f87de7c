/** Further terms are not searched: each is a condition of a statement of its own, and reads each text again. See D-729. */
const MAX_TERMS = 32

/** Splits a search text at blanks and commas. Quoted text is one term. */
export function searchTerms(text: string | null): string[] {
  const matches = (text ?? '').matchAll(/"([^"]*)"|'([^']*)'|([^\s,]+)/g)
  const terms = [...matches].map(match => match[1] ?? match[2] ?? match[3] ?? '')
  return terms.filter(term => term !== '').slice(0, MAX_TERMS)
}
