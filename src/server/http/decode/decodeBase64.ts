/**
 * Reads base64 text, padded or not, URL-safe or not; blanks stand for the `+` that a form has lost.
 *
 * @returns Undefined when the text is not base64.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  const standard = text.trim().replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/')
  if (!/^[A-Za-z0-9+/\r\n]*={0,2}$/.test(standard)) return undefined
  try {
    const binary = atob(standard.replace(/[\r\n]/g, ''))
    return Uint8Array.from(binary, character => character.charCodeAt(0))
  } catch {
    // A length that base64 cannot have.
    return undefined
  }
}
