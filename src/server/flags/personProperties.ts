import type { Properties } from '../../wire/event'
import { GEO_PROPERTIES } from '../../wire/flagDefinition'
import { lookUpIn, type PropertyLookup } from '../lib/propertyLookup'

/** Properties whose first value is also `$initial_<name>`, by that name. See D-263. */
const INITIAL_PROPERTIES = new Map(
  [
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
  ].map(name => [`$initial_${name.replace(/^\$/, '')}`, name]),
)

/** The sources of a person's properties for one evaluation. */
interface PersonSources {
  distinctId: string
  stored: Properties
  /** From the request; win over the stored ones. */
  requested: Properties
  geo: Properties
  /** Whether the IP address is from the header. GeoIP then wins over the request; from the connection it does not. */
  geoWins: boolean
}

/** Picks the GeoIP properties that the interface names. Interface section 4.3. */
export function geoProperties(location: Properties): Properties {
  return Object.fromEntries(
    GEO_PROPERTIES.flatMap(name => (Object.hasOwn(location, name) ? [[name, location[name]]] : [])),
  )
}

/** Returns the properties of a person that flags are evaluated with. Interface section 4.3, rule 5 and GeoIP header. */
export function personProperties({
  distinctId,
  stored,
  requested,
  geo,
  geoWins,
}: PersonSources): PropertyLookup {
  const first = geoWins ? [geo, requested] : [requested, geo]
  const person = lookUpIn(...first, stored, { distinct_id: distinctId })
  return name => {
    const value = person(name)
    const source = value === undefined ? INITIAL_PROPERTIES.get(name) : undefined
    return source === undefined ? value : person(source)
  }
}
