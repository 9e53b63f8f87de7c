/** Languages written from right to left, by their code without region. */
const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|iw|ks|ku-arab|ps|sd|ug|ur|yi)\b/i

/**
 * The direction to draw in: that of the language, where one is known, else that of the page around.
 *
 * @param language Key of the translation in use. The language of an untranslated survey is mostly a guess of the service.
 */
export function directionOf(language: string | null, around: Element): 'ltr' | 'rtl' {
  if (language) return RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr'
  const written = around.closest<HTMLElement>('[dir=rtl],[dir=ltr]')?.dir
  return (written ?? around.ownerDocument.defaultView!.getComputedStyle(around).direction) === 'rtl'
    ? 'rtl'
    : 'ltr'
}
