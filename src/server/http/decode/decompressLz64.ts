import { codesToText } from '../../lib/codesToText'
import { yieldToRequests } from '../../lib/yieldToRequests'
import type { StreamLimits, Unread } from '../readStream'
import { invalidPayload } from '../reply'
import { NO_VALUE, sixBits } from './sixBits'

/** Reserved codes. The dictionary starts after them. */
const BYTE = 0
const WIDE = 1
const END = 2
const FIRST_ENTRY = 3

const CORRUPT = 'failed to decode request: lz64 decompression failed'

/** Other requests are answered after so many characters. */
const CHARACTERS_PER_TURN = 1024 * 1024
/** Reading a code and adding its entry takes the time of so many characters. */
const CHARACTERS_PER_CODE = 20

/**
 * Decompresses the base64 form of lz-string.
 *
 * The library itself cannot stop at a limit, and a short text can decompress to gigabytes. Each entry of the dictionary is a part
 * of the output: as texts, the entries of the longest body would take 250 MB. See D-474.
 *
 * @param limits Count characters. Each is at least one byte.
 * @returns The reason as soon as the output is too long.
 * @throws HttpError 400 for a damaged text.
 */
export async function decompressLz64(
  text: string,
  { maxBytes, hasRoom }: StreamLimits,
): Promise<{ text: string } | Unread> {
  const readCode = bitReader(text.trim())
  let output = new Uint16Array(1024)
  let length = 0
  let starts = new Uint32Array(1024)
  let lengths = new Uint32Array(1024)
  let entries = FIRST_ENTRY
  let width = 3
  let codesUntilWider = 4
  let turnEnd = CHARACTERS_PER_TURN

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
  if (first === END) return { text: '' }
  if (first > END) throw invalidPayload(CORRUPT)
  readLiteral(first)
  let previousStart = 0
  length = 1

  for (;;) {
    let code = readCode(width)
    if (code === END) return { text: codesToText(length, index => output[index]!) }
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
    if (length + entryLength > maxBytes) return 'tooLarge'
    if (!hasRoom(length + entryLength)) return 'refused'
    output = withRoom(output, length + entryLength)
    output.copyWithin(length, start, start + entryLength)
    if (code === entries) output[length + previousLength] = output[previousStart]!
    addEntry(previousStart, previousLength + 1)
    countCode()
    previousStart = length
    length += entryLength
    if (length + entries * CHARACTERS_PER_CODE < turnEnd) continue
    await yieldToRequests()
    turnEnd = length + entries * CHARACTERS_PER_CODE + CHARACTERS_PER_TURN
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

/** Creates a reader of numbers. A character has six bits, the highest first; a number has its lowest bit first. */
function bitReader(text: string): (bits: number) => number {
  let position = 0
  let value = 0
  let bitsLeft = 0
  return bits => {
    let number = 0
    for (let bit = 0; bit < bits; bit++) {
      if (bitsLeft === 0) {
        value = sixBits(text.charCodeAt(position++))
        if (value === NO_VALUE) throw invalidPayload(CORRUPT)
        bitsLeft = 6
      }
      bitsLeft--
      number |= ((value >> bitsLeft) & 1) << bit
    }
    return number
  }
}
