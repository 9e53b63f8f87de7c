import { languageName } from '../../edit/languages'

/** The languages that have built-in words, and English: those that the picker offers. Any other can be typed as a code. */
export const LANGUAGE_CODES =
  'ar bg cs da de el en es fa fi fr he hi hu id it ja ko nb nl pl pt pt-PT ro ru sk sv th tr uk vi zh zh-Hant'.split(
    ' ',
  )

/** Returns the code of a language from its code or its English name; `undefined` for any other text. */
export function languageCode(text: string): string | undefined {
  const typed = text.trim()
  if (/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(typed)) return typed
  return LANGUAGE_CODES.find(code => languageName(code).toLowerCase() === typed.toLowerCase())
}
