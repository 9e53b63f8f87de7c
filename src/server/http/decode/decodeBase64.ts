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
    const bytes = new Uint8Array(binary.length)
    // `Uint8Array.from` would first make a list of all characters.
    for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
    return bytes
  } catch {
    // The text has a length that base64 cannot have.
    return undefined
  }
}
