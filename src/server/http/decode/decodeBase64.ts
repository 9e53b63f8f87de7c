/**
 * Decodes base64, with or without padding, in the standard or the URL-safe alphabet.
 *
 * A space counts as `+`, which forms decode to a space.
 *
 * @returns `undefined` for a text that is not base64.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  const standard = text.trim().replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/')
  if (!/^[A-Za-z0-9+/\r\n]*={0,2}$/.test(standard)) return undefined
  try {
    const binary = atob(standard.replace(/[\r\n]/g, ''))
    return Uint8Array.from(binary, character => character.charCodeAt(0))
  } catch {
    // The text has a length that base64 cannot have.
    return undefined
  }
}
