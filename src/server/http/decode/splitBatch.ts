import { isObject } from '../../lib/values'
import { yieldToRequests } from '../../lib/yieldToRequests'
import { endOfString } from './endOfString'
import { MAX_DEPTH, notJson, parseJson } from './parseJson'

/**
 * The events of a long batch. Iterating parses one after another, and works once: the text is forgotten with the last event,
 * because storing an event may take as much memory. See D-491, D-558.
 */
export class LazyBatch {
  /**
   * @param first Position of the first event.
   * @param isNested Whether there are batches in place of all events.
   */
  constructor(
    private text: string,
    private readonly first: number,
    readonly isNested: boolean,
  ) {}
  *[Symbol.iterator](): Generator<unknown> {
    for (let position: number | undefined = this.first; position !== undefined; ) {
      const { item, next } = parseItem(this.text, position)
      if (next === undefined) this.text = ''
      position = next
      yield item
    }
  }
}

/** Whether an item of a batch is itself a list of events, or an object with one. It has no name, so that all events would be lost. */
export const isInnerBatch = (item: unknown): boolean =>
  Array.isArray(item) || (isObject(item) && !('event' in item) && Array.isArray(item['batch']))

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
 * @returns `undefined` for a body that has no list `batch`, or an empty one, or two, or no `api_key`, or more than a thousand keys.
 * @throws HttpError 400 for invalid JSON.
 */
export async function splitBatch(text: string): Promise<unknown> {
  const range = findBatch(text)
  if (!range) return undefined
  const [start, end] = range
  const body = parseJson(`${text.slice(0, start)}[]${text.slice(end)}`, { cutsDepth: true })
  // Each event would have a key of its own, and all keys are compared before the first event is stored.
  if (!isObject(body) || typeof body['api_key'] !== 'string') return undefined
  const first = skipSpace(text, start + 1)
  let turnEnd = start + CHARACTERS_PER_TURN
  let isNested = true
  for (let position: number | undefined = first; position !== undefined; ) {
    const { item, next } = parseItem(text, position)
    isNested &&= isInnerBatch(item)
    position = next
    if (position === undefined || position < turnEnd) continue
    await yieldToRequests()
    turnEnd = position + CHARACTERS_PER_TURN
  }
  return { ...body, batch: new LazyBatch(text, first, isNested) }
}

/**
 * Parses the item of a list at a position.
 *
 * @returns The item, and the position of the next one. `next` is undefined for the last item.
 */
function parseItem(text: string, position: number): { item: unknown; next: number | undefined } {
  const { end, values } = scanValue(text, position)
  const item =
    values > MAX_EVENT_VALUES ? OVERSIZED_EVENT : parseJson(text.slice(position, end), { cutsDepth: true })
  const separator = skipSpace(text, end)
  if (text[separator] === ']') return { item, next: undefined }
  if (text[separator] !== ',') throw notJson()
  const next = skipSpace(text, separator + 1)
  if (text[next] === ']') throw notJson()
  return { item, next }
}

/** The keys of a body are read before other requests are answered. */
const MAX_KEYS = 1000

/** Returns the positions of the list `batch` of an object with few keys, and of its end. */
function findBatch(text: string): [start: number, end: number] | undefined {
  let position = skipSpace(text, 0)
  if (text[position] !== '{') return undefined
  let found: [start: number, end: number] | undefined
  let keys = 0
  do {
    if (++keys > MAX_KEYS) return undefined
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

const SPACE = 0x20
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const TAB = 0x09

function skipSpace(text: string, start: number): number {
  let index = start
  for (;;) {
    const code = text.charCodeAt(index)
    if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) return index
    index++
  }
}
