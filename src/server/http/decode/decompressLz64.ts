import { invalidPayload, payloadTooLarge } from '../reply'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const NO_VALUE = 64
/** Character code -> six bits. */
const VALUES = new Uint8Array(128).fill(NO_VALUE)
for (let value = 0; value < ALPHABET.length; value++) VALUES[ALPHABET.charCodeAt(value)] = value

/** Reserved codes. The dictionary starts after them. */
const BYTE = 0
const WIDE = 1
const END = 2

const CORRUPT = 'failed to decode request: lz64 decompression failed'

/**
 * Decompresses the base64 form of lz-string.
 *
 * The library itself cannot stop at a limit, and a short text can decompress to gigabytes.
 *
 * @throws HttpError 413 as soon as the output is longer than `maxLength` characters, 400 for a damaged text.
 */
export function decompressLz64(text: string, maxLength: number): string {
  const readCode = bitReader(text.trim().replaceAll(' ', '+'))
  const dictionary: string[] = ['', '', '']
  let width = 3
  let codesUntilWider = 4

  const literal = (kind: number): string => String.fromCharCode(readCode(kind === BYTE ? 8 : 16))
  const countCode = (): void => {
    codesUntilWider--
    if (codesUntilWider > 0) return
    codesUntilWider = 2 ** width
    width++
  }

  const first = readCode(2)
  if (first === END) return ''
  if (first > END) throw invalidPayload(CORRUPT)
  let previous = literal(first)
  dictionary.push(previous)
  const output = [previous]
  let length = 1

  for (;;) {
    let code = readCode(width)
    if (code === END) return output.join('')
    if (code === BYTE || code === WIDE) {
      dictionary.push(literal(code))
      code = dictionary.length - 1
      countCode()
    }
    // A code may name the entry that is created in this step: the previous entry and its first character.
    const entry = code === dictionary.length ? previous + previous[0] : dictionary[code]
    if (!entry) throw invalidPayload(CORRUPT)
    length += entry.length
    if (length > maxLength) throw payloadTooLarge(maxLength)
    output.push(entry)
    dictionary.push(previous + entry[0])
    countCode()
    previous = entry
  }
}

/** Creates a reader of numbers. A character has six bits, the highest first; a number has its lowest bit first. */
function bitReader(text: string): (bits: number) => number {
  let position = 0
  let value = 0
  let bitsLeft = 0
  return bits => {
    let number = 0
    for (let bit = 0; bit < bits; bit++) {
      if (bitsLeft === 0) {
        value = VALUES[text.charCodeAt(position++)] ?? NO_VALUE
        if (value === NO_VALUE) throw invalidPayload(CORRUPT)
        bitsLeft = 6
      }
      bitsLeft--
      number |= ((value >> bitsLeft) & 1) << bit
    }
    return number
  }
}
