const MAX_LENGTH = 64

/**
 * Returns the reason why a text cannot be a project key, or undefined. Checks the shape alone, without a lookup.
 * Interface section 7; D-227.
 */
export function projectKeyError(token: string): string | undefined {
  if (token === '') return 'empty'
  if (token.length > MAX_LENGTH) return 'too_long'
  if (token.includes('\0')) return 'null_byte'
  if (Array.from(token).some(character => character > '\x7f')) return 'not_ascii'
  return token.startsWith('phx_') ? 'personal_api_key' : undefined
}
