import type { PropertyLookup } from '../../lib/propertyLookup'
import { asciiLower, toNumber, toText } from '../../lib/values'

/** A property in the forms that operators compare. Each is made when it is first read, and kept for the request. */
export interface PropertyValue {
  raw: unknown
  /** The texts are undefined for a property that is too long to be compared. */
  text: () => string | undefined
  lowerText: () => string | undefined
  asciiLowerText: () => string | undefined
  number: () => number | undefined
  isTrue: () => boolean
  budget: TextBudget
}

/** Returns a property of a person or a group; undefined for one that is missing. */
export type PropertyReader = (key: string) => PropertyValue | undefined

/** The characters and steps of patterns that the text operators of a request may still look at. */
export interface TextBudget {
  left: number
}

/** Two of the longest matches of a pattern, and 60 comparisons of the longest text. See D-407, D-751. */
const MAX_WORK = 32_000_000

/** Creates the budget of a request. Without one, a property is as expensive as the flags that read it are many. */
export const createTextBudget = (): TextBudget => ({ left: MAX_WORK })

/** No stored person or group has a longer property. See D-375, D-751. */
const MAX_TEXT_LENGTH = 512 * 1024

/** Creates a reader of properties for one request. */
export function createPropertyReader(lookUp: PropertyLookup, budget: TextBudget): PropertyReader {
  const values = new Map<string, PropertyValue>()
  return key => {
    const known = values.get(key)
    if (known) return known
    const raw = lookUp(key)
    if (raw === undefined) return undefined
    const value = propertyValue(raw, budget)
    values.set(key, value)
    return value
  }
}

function propertyValue(raw: unknown, budget: TextBudget): PropertyValue {
  const text = once(() => {
    const whole = toText(raw)
    return whole.length > MAX_TEXT_LENGTH ? undefined : whole
  })
  return {
    raw,
    text,
    lowerText: once(() => text()?.toLowerCase()),
    asciiLowerText: once(() => {
      const known = text()
      return known === undefined ? undefined : asciiLower(known)
    }),
    number: once(() => toNumber(raw)),
    isTrue: once(() => isTrue(raw)),
    budget,
  }
}

function isTrue(value: unknown): boolean {
  return Array.isArray(value) ? value.every(isTrue) : toText(value).toLowerCase() === 'true'
}

/** Returns a function that creates its result at its first call. */
function once<T>(create: () => T): () => T {
  let created: { result: T } | undefined
  return () => {
    created ??= { result: create() }
    return created.result
  }
}
