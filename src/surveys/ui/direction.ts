import { attempt } from '../../lib/attempt'

/** Languages written from right to left, by their code without region. */
const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|iw|ks|ku-arab|ps|sd|ug|ur|yi)\b/i
/** A text whose first letter is written from right to left, from Hebrew to the presentation forms of Arabic. */
const STARTS_RIGHT_TO_LEFT = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufefc]/u

/**
 * Returns the direction to draw in: that of the language, of the first letter of the texts, or of the parent element.
 *
 * @param language The language of the texts; empty when it is unknown.
 * @param text The texts. A survey has one direction, so that it does not turn round between its pages.
 *
 * See D-564.
 */
export function directionOf(language: string, text: string, parent: Element): 'ltr' | 'rtl' {
  const isRightToLeft = language
    ? RIGHT_TO_LEFT.test(language)
    : /\p{L}/u.test(text)
      ? STARTS_RIGHT_TO_LEFT.test(text)
      : isRightToLeftIn(parent)
  return isRightToLeft ? 'rtl' : 'ltr'
}

/** Whether an element of the website is laid out from right to left. */
export const isRightToLeftIn = (element: Element): boolean =>
  (element.closest<HTMLElement>('[dir=rtl],[dir=ltr]')?.dir ??
    attempt(() => getComputedStyle(element).direction)) === 'rtl'
