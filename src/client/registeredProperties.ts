import { SESSION_PROPERTIES } from '../capture/eventContext'
import { copyOf } from '../lib/json'
import type { PersistedRecord } from '../persistence/record'
import type { Properties } from '../wire/event'

/** Keys of the record that the cookie holds: short values, none of them a URL. */
export const COOKIE_KEYS = ['distinct_id', '$device_id', '$sesid', '$epp', '$user_state', '__alias']

const isIdentityKey = (name: string) => name === '$user_id' || COOKIE_KEYS.includes(name)

export interface RegisteredPropertiesDeps {
  record: PersistedRecord
  tab: PersistedRecord
  logUsageError(message: string): void
}

/** Creates the public methods for properties that every event of the visitor or of the session carries. */
export function createRegisteredProperties({ record, tab, logUsageError }: RegisteredPropertiesDeps) {
  const sessionProperties = () => tab.get<Properties>(SESSION_PROPERTIES)
  const setForSession = (patch: Properties) =>
    tab.set({ [SESSION_PROPERTIES]: { ...sessionProperties(), ...patch } })
  /** Returns properties that may be registered: those of the identity have methods of their own. See D-447. */
  const withoutIdentity = (properties: Properties): Properties => {
    const copy = copyOf(properties)
    for (const name of Object.keys(copy).filter(isIdentityKey)) {
      delete copy[name]
      logUsageError(`register: ${name} ignored. Call identify()`)
    }
    return copy
  }
  return {
    register: (properties: Properties) => record.set(withoutIdentity(properties)),
    register_once(properties: Properties, standard: unknown = 'None') {
      const missing = withoutIdentity(properties)
      for (const name of Object.keys(missing))
        if (![undefined, standard].includes(record.get(name))) delete missing[name]
      record.set(missing, true)
    },
    unregister(name: string) {
      if (!isIdentityKey(name)) record.set({ [name]: undefined })
    },
    get_property: (name: string): unknown => record.get(name),
    register_for_session: (properties: Properties) => setForSession(copyOf(properties)),
    // Another store may have it. See D-455.
    unregister_for_session: (name: string) => setForSession({ [name]: undefined }),
    getSessionProperty: (name: string): unknown => sessionProperties()?.[name] ?? tab.get(name),
  }
}
