import type { PersonItem } from '../../wire/console'

/** Returns the name of a person: a name, an email address, or the main distinct id. */
export function personName({ properties, distinct_ids, id }: PersonItem): string {
  const texts = ['name', 'email', '$email'].map(key => properties[key])
  return (
    texts.find((text): text is string => typeof text === 'string' && text !== '') ?? distinct_ids[0] ?? id
  )
}

/** Returns what stands beside the name: the email address, else the distinct id. */
export function personDetail(person: PersonItem): string {
  const { email } = person.properties
  const detail = typeof email === 'string' ? email : (person.distinct_ids[0] ?? '')
  return detail === personName(person) ? '' : detail
}
