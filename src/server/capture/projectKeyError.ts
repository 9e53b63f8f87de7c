const MAX_LENGTH = 64

/**
 * What is wrong with the shape of a project key, before anybody looks it up.
 *
 * @returns Undefined when nothing is. Interface section 7; DECISIONS, "Keys".
 */
export function projectKeyError(token: string): string | undefined {
  if (token === '') return 'empty'
  if (token.length > MAX_LENGTH) return 'too_long'
  if (token.includes('\0')) return 'null_byte'
  if (Array.from(token).some(character => character > '\x7f')) return 'not_ascii'
  return token.startsWith('phx_') ? 'personal_api_key' : undefined
}
