import type { PersonItem } from '../../wire/console'

/** A visitor whom a text names. A person is missing where the service has none. */
export interface Visitor {
  distinctId: string
  person: PersonItem | undefined
}

/**
 * Returns the visitor that a text names: by distinct id, by email address, or as the only match.
 *
 * @param persons What the service finds for the text.
 * @returns `undefined` when several persons match.
 */
export function findVisitor(persons: readonly PersonItem[], text: string): Visitor | undefined {
  if (persons.length === 0) return { distinctId: text, person: undefined }
  const owner = persons.find(({ distinct_ids }) => distinct_ids.includes(text))
  if (owner) return { distinctId: text, person: owner }
  const named = persons.filter(({ properties }) => isSameText(properties['email'], text))
  const [person] = named.length === 1 ? named : persons
  const distinctId = person?.distinct_ids[0]
  return distinctId !== undefined && (named.length === 1 || persons.length === 1)
    ? { distinctId, person }
    : undefined
}

const isSameText = (value: unknown, text: string): boolean =>
  typeof value === 'string' && value.toLowerCase() === text.toLowerCase()
