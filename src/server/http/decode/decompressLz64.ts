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
const FIRST_ENTRY = 3

const CORRUPT = 'failed to decode request: lz64 decompression failed'

/**
 * Decompresses the base64 form of lz-string.
 *
 * The library itself cannot stop at a limit, and a short text can decompress to gigabytes. Each entry of the dictionary is a part
 * of the output: as texts, the entries of the longest body would take 250 MB. See D-474.
 *
 * @throws HttpError 413 as soon as the output is longer than `maxLength` characters, 400 for a damaged text.
 */
export function decompressLz64(text: string, maxLength: number): string {
  const readCode = bitReader(text.trim().replaceAll(' ', '+'))
  let output = new Uint16Array(1024)
  let length = 0
  let starts = new Uint32Array(1024)
  let lengths = new Uint32Array(1024)
  let entries = FIRST_ENTRY
  let width = 3
  let codesUntilWider = 4

  const addEntry = (start: number, entryLength: number): void => {
    starts = withRoom(starts, entries + 1)
    lengths = withRoom(lengths, entries + 1)
    starts[entries] = start
    lengths[entries] = entryLength
    entries++
  }
  /** Writes a character where the next entry begins. */
  const readLiteral = (kind: number): void => {
    output = withRoom(output, length + 1)
    output[length] = readCode(kind === BYTE ? 8 : 16)
    addEntry(length, 1)
  }
  const countCode = (): void => {
    codesUntilWider--
    if (codesUntilWider > 0) return
    codesUntilWider = 2 ** width
    width++
  }

  const first = readCode(2)
  if (first === END) return ''
  if (first > END) throw invalidPayload(CORRUPT)
  readLiteral(first)
  let previousStart = 0
  length = 1

  for (;;) {
    let code = readCode(width)
    if (code === END) return toText(output.subarray(0, length))
    if (code === BYTE || code === WIDE) {
      readLiteral(code)
      code = entries - 1
      countCode()
    }
    const previousLength = length - previousStart
    // A code may name the entry that is created in this step: the previous entry and its first character.
    const start = code === entries ? previousStart : starts[code]!
    const entryLength = code === entries ? previousLength + 1 : lengths[code]
    if (!entryLength) throw invalidPayload(CORRUPT)
    if (length + entryLength > maxLength) throw payloadTooLarge(maxLength)
    output = withRoom(output, length + entryLength)
    for (let index = 0; index < entryLength; index++) output[length + index] = output[start + index]!
    addEntry(previousStart, previousLength + 1)
    countCode()
    previousStart = length
    length += entryLength
  }
}

/** Returns an array with room for so many numbers: the same, or a copy of at least twice its size. */
function withRoom<A extends Uint16Array | Uint32Array>(array: A, length: number): A {
  if (length <= array.length) return array
  // The type of a constructor has no generic form.
  const larger = new (array.constructor as new (length: number) => A)(Math.max(length, array.length * 2))
  larger.set(array)
  return larger
}

/** A call takes a limited number of arguments. */
const CODES_PER_CALL = 8192

function toText(codes: Uint16Array): string {
  const parts: string[] = []
  for (let start = 0; start < codes.length; start += CODES_PER_CALL)
    parts.push(String.fromCharCode(...codes.subarray(start, start + CODES_PER_CALL)))
  return parts.join('')
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
