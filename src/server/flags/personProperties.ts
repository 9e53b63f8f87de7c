import type { Properties } from '../../wire/event'
import { GEO_PROPERTIES } from '../../wire/flagDefinition'

/** Properties whose first value a person keeps as `$initial_<name>`. DECISIONS, "Person properties". */
const INITIAL_PROPERTIES = [
  '$browser',
  '$browser_version',
  '$os',
  '$os_version',
  '$device_type',
  '$referrer',
  '$referring_domain',
  '$current_url',
  '$pathname',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'gclid',
  'gbraid',
  'wbraid',
  'fbclid',
  'msclkid',
  'dclid',
  'twclid',
  'li_fat_id',
  'igshid',
  'ttclid',
]

/** Where a person's properties come from, for one evaluation. */
interface PersonSources {
  distinctId: string
  stored: Properties
  /** Of the request; wins over what is stored. */
  requested: Properties
  geo: Properties
  /** True: the address was given by the header that overrides; false: it is the connection's, which only fills gaps. */
  geoWins: boolean
}

/** Of what is known about an address, the properties that the interface names. Section 4.3. */
export function geoProperties(location: Properties): Properties {
  return Object.fromEntries(
    GEO_PROPERTIES.flatMap(name => (Object.hasOwn(location, name) ? [[name, location[name]]] : [])),
  )
}

/** What flags see of a person. Interface section 4.3, rule 5 and the GeoIP header. */
export function personProperties(sources: PersonSources): Properties {
  const { distinctId, stored, requested, geo, geoWins } = sources
  const merged = geoWins ? { ...stored, ...requested, ...geo } : { ...stored, ...geo, ...requested }
  const person: Properties = { distinct_id: distinctId, ...merged }
  for (const name of INITIAL_PROPERTIES) {
    const initial = `$initial_${name.replace(/^\$/, '')}`
    if (Object.hasOwn(person, name) && !Object.hasOwn(person, initial)) person[initial] = person[name]
  }
  return person
}
