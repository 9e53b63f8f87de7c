/** The value of a character that is not in the alphabet. */
export const NO_VALUE = 64

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** The URL-safe alphabet, and a space, to which forms decode `+`. */
const ALIASES: [alias: string, character: string][] = [
  ['-', '+'],
  ['_', '/'],
  [' ', '+'],
]

/** Character code -> six bits. */
const VALUES = new Uint8Array(128).fill(NO_VALUE)
for (let value = 0; value < ALPHABET.length; value++) VALUES[ALPHABET.charCodeAt(value)] = value
for (const [alias, character] of ALIASES) VALUES[alias.charCodeAt(0)] = ALPHABET.indexOf(character)

/** Returns the six bits of a base64 character code, in either alphabet. `NO_VALUE` for others. */
export const sixBits = (code: number): number => VALUES[code] ?? NO_VALUE
