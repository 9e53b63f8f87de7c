import { isObject } from '../../lib/values'
import { yieldToRequests } from '../../lib/yieldToRequests'
import { MAX_DEPTH, notJson, parseJson } from './parseJson'

/** The events of a long batch. Iterating parses one after another. See D-558. */
export class LazyBatch {
  constructor(private readonly items: () => Iterable<unknown>) {}
  [Symbol.iterator](): Iterator<unknown> {
    return this.items()[Symbol.iterator]()
  }
}

/** Whether a body comes from `splitBatch`. */
export const isSplit = (body: unknown): boolean => isObject(body) && body['batch'] instanceof LazyBatch

/** Stands for an event that is not parsed, because it has more values than an event may have. */
export const OVERSIZED_EVENT = Symbol('oversized event')

/** An event has no more values than this: storing it takes one turn of the process, whatever it holds. See D-558. */
export const MAX_EVENT_VALUES = 100_000

/** Other requests are answered after so many characters are parsed. */
const CHARACTERS_PER_TURN = 256 * 1024

/**
 * Parses the body of a batch without holding its values: `batch` becomes a `LazyBatch`. All events are parsed once before, so
 * that a body that is no JSON is refused as a whole.
 *
 * @returns `undefined` for a body that has no list `batch`, or an empty one, or two, or no `api_key`.
 * @throws HttpError 400 for invalid JSON.
 */
export async function splitBatch(text: string): Promise<unknown> {
  const range = findBatch(text)
  if (!range) return undefined
  const [start, end] = range
  const body = parseJson(`${text.slice(0, start)}[]${text.slice(end)}`, { cutsDepth: true })
  // Each event would have a key of its own, and all keys are compared before the first event is stored.
  if (!isObject(body) || typeof body['api_key'] !== 'string') return undefined
  const items = () => parseItems(text, start + 1)
  let turnEnd = start + CHARACTERS_PER_TURN
  for (const [, itemEnd] of items()) {
    if (itemEnd < turnEnd) continue
    await yieldToRequests()
    turnEnd = itemEnd + CHARACTERS_PER_TURN
  }
  return {
    ...body,
    batch: new LazyBatch(function* () {
      for (const [item] of items()) yield item
    }),
  }
}

/** Parses the items of a list, each with the position of its end. */
function* parseItems(text: string, start: number): Generator<[item: unknown, end: number]> {
  let position = skipSpace(text, start)
  while (text[position] !== ']') {
    const { end, values } = scanValue(text, position)
    yield [
      values > MAX_EVENT_VALUES ? OVERSIZED_EVENT : parseJson(text.slice(position, end), { cutsDepth: true }),
      end,
    ]
    position = skipSpace(text, end)
    if (text[position] === ']') return
    if (text[position] !== ',') throw notJson()
    position = skipSpace(text, position + 1)
    if (text[position] === ']') throw notJson()
  }
}

/** Returns the positions of the list `batch` of an object, and of its end. */
function findBatch(text: string): [start: number, end: number] | undefined {
  let position = skipSpace(text, 0)
  if (text[position] !== '{') return undefined
  let found: [start: number, end: number] | undefined
  do {
    const keyStart = skipSpace(text, position + 1)
    const keyEnd = endOfString(text, keyStart)
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const { end } = scanValue(text, valueStart)
    if (isBatchKey(text.slice(keyStart, keyEnd))) {
      // The second one would count, and a list without events is refused.
      if (found || text[valueStart] !== '[' || text[skipSpace(text, valueStart + 1)] === ']') return undefined
      found = [valueStart, end]
    }
    position = skipSpace(text, end)
  } while (text[position] === ',')
  return found
}

/** A key may be written with escapes, and names the same field. */
const isBatchKey = (json: string): boolean =>
  json === '"batch"' || (json.includes('\\') && parseJson(json) === 'batch')

/**
 * Returns the end of a value and the number of values in it, itself included: each begins at a comma or at a bracket. Values
 * that are nested too deep to be kept are not counted.
 */
function scanValue(text: string, start: number): { end: number; values: number } {
  let depth = 0
  let values = 1
  for (let index = start; index < text.length; index++) {
    switch (text[index]) {
      case '"':
        index = endOfString(text, index) - 1
        break
      case '{':
      case '[':
        if (depth++ < MAX_DEPTH) values++
        break
      case '}':
      case ']':
        if (depth === 0) return { end: index, values }
        if (--depth === 0) return { end: index + 1, values }
        break
      case ',':
        if (depth === 0) return { end: index, values }
        if (depth <= MAX_DEPTH) values++
    }
  }
  return { end: text.length, values }
}

function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index + 1
}

function skipSpace(text: string, start: number): number {
  let index = start
  while (' \n\r\t'.includes(text[index] ?? '-')) index++
  return index
}
