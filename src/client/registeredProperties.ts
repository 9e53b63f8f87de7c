import { SESSION_PROPERTIES } from '../capture/eventContext'
import { copyOf } from '../lib/json'
import { nullProtoRecord } from '../lib/nullProtoRecord'
import type { PersistedRecord } from '../persistence/record'
import type { Properties } from '../wire/event'

/** Keys of the record that the cookie holds: short values, none of them a URL. */
export const COOKIE_KEYS = ['distinct_id', '$device_id', '$sesid', '$epp', '$user_state']

const isIdentityKey = (name: string) => name === '$user_id' || COOKIE_KEYS.includes(name)

export interface RegisteredPropertiesDeps {
  record: PersistedRecord
  tab: PersistedRecord
  logUsageError(message: string): void
}

/** Creates the public methods for properties that every event of the visitor or of the session carries. */
export function createRegisteredProperties({ record, tab, logUsageError }: RegisteredPropertiesDeps) {
  const sessionProperties = () => tab.get<Properties>(SESSION_PROPERTIES)
  /** Returns properties that may be registered: those of the identity have methods of their own. See D-447. */
  const withoutIdentity = (properties: Properties): Properties => {
    // A text, passed by mistake, has properties that cannot be deleted.
    const copy = nullProtoRecord(copyOf(properties))
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
      record.set(missing)
    },
    unregister(name: string) {
      if (!isIdentityKey(name)) record.set({ [name]: undefined })
    },
    get_property: (name: string): unknown => record.get(name),
    register_for_session: (properties: Properties) =>
      tab.set({ [SESSION_PROPERTIES]: { ...sessionProperties(), ...copyOf(properties) } }),
    unregister_for_session(name: string) {
      const { [name]: _, ...others } = sessionProperties() ?? {}
      tab.set({ [SESSION_PROPERTIES]: others })
    },
    getSessionProperty: (name: string): unknown => sessionProperties()?.[name] ?? tab.get(name),
  }
}
