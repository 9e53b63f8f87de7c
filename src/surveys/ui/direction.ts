/** Languages written from right to left, by their code without region. */
const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|iw|ks|ku-arab|ps|sd|ug|ur|yi)\b/i

/**
 * Returns the direction to draw in: that of the language when it is known, otherwise that of the parent element.
 *
 * @param language Key of the translation in use. The language of an untranslated survey is mostly a guess of the service.
 */
export function directionOf(language: string | null, parent: Element): 'ltr' | 'rtl' {
  if (language) return RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr'
  const direction =
    parent.closest<HTMLElement>('[dir=rtl],[dir=ltr]')?.dir ??
    parent.ownerDocument.defaultView!.getComputedStyle(parent).direction
  return direction === 'rtl' ? 'rtl' : 'ltr'
}
