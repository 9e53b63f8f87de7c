import type { Capture } from '../capture/capture'
import type { Sessions } from '../capture/session'
import type { Page } from '../page/page'
import type { PersistedRecord } from '../persistence/record'
import {
  ALIAS,
  type CapturedEvent,
  DISTINCT_ID_MAX_LENGTH,
  GROUP_IDENTIFY,
  GROUP_MAX_LENGTH,
  IDENTIFY,
  type Properties,
  SET,
} from '../wire/event'
import type { Bootstrap } from './config'

/** What of the configuration identity needs. */
export interface IdentitySettings {
  person_profiles: 'identified_only' | 'always' | 'never'
  bootstrap?: Bootstrap
  get_device_id?: (uuid: string) => string
}

/** What identity asks of the rest of the client. */
export interface IdentityHost {
  capture: Capture
  cookieless(): boolean
  /** What flags depend on has changed. */
  flagInputsChanged(): void
  /** The person is another one. `values`: whether what is known of their flags must go at once. */
  personChanged(values: 'keep' | 'forget'): void
  complain(message: string): void
}

/** The id of everybody whose browser must not be known again. */
export const COOKIELESS_ID = '$posthog_cookieless'

/**
 * Ids that stand for nobody: a person who is given one of them is merged with everybody else who is. The service refuses
 * them too, but only when it merges, and without a word.
 */
const WORTHLESS = new Set(
  'anonymous,guest,distinctid,distinct_id,id,not_authenticated,email,undefined,true,false,null,none,nan,0,[object object]'.split(
    ',',
  ),
)

/** Keys of the record that the cookie carries: small, and nothing of them is an address. */
export const COOKIE_KEYS = ['distinct_id', '$device_id', '$sesid', '$epp', '$user_state']

/**
 * Keys of the record that are ours, or that posthog-js has left where a site switches; the others were registered by the page.
 * The names are those of posthog-js.
 */
const OWN =
  /^(__.*|distinct_id|\$(device_id|user_id|sesid|epp|user_state|groups|stored_.*|initial_person_info|flag_call_.*|session_is_sampled|(en|over).*_feature_flags|active_feature_flags|feature_flag_.*|surveys.*|capture_rate_limit|client_session_props|early_access_features|people_.*|debug|initialization_time|configured_.*|had_persisted_.*|last_posthog_reset))$/

/** An id as it can be used; `undefined` when it names nobody. */
export function usableId(id: unknown): string | undefined {
  if (typeof id !== 'string' && !(typeof id === 'number' && Number.isFinite(id) && id !== 0)) return undefined
  const text = String(id).trim()
  const bare = text.replace(/^["'](.*)["']$/, '$1').toLowerCase()
  return bare && text !== COOKIELESS_ID && text.length <= DISTINCT_ID_MAX_LENGTH && !WORTHLESS.has(bare)
    ? text
    : undefined
}

export interface IdentityParts {
  page: Page
  record: PersistedRecord
  tab: PersistedRecord
  sessions: Sessions
  settings(): IdentitySettings
  host: IdentityHost
}

/** Who the visitor is: anonymous, a person, a member of groups. `begin` makes sure that there is an id. */
export function createIdentity({ page, record, tab, sessions, settings, host }: IdentityParts) {
  let anonymousId: string | undefined
  let lastSet = ''

  const distinctId = () => (host.cookieless() ? COOKIELESS_ID : record.get<string>('distinct_id')!)
  const isIdentified = () => record.get('$user_state') === 'identified'
  const groups = () => record.get<Record<string, string>>('$groups') ?? {}
  const personProperties = () => record.get<Properties>('$stored_person_properties') ?? {}
  const groupProperties = () => record.get<Record<string, Properties>>('$stored_group_properties') ?? {}

  const create = (id?: string, identified = false) => {
    const uuid = page.uuid()
    const device = settings().get_device_id?.(uuid) || uuid
    const own = id ?? device
    record.set(
      {
        distinct_id: own,
        $device_id: record.get('$device_id') ?? (identified ? device : own),
        $user_state: identified ? 'identified' : 'anonymous',
      },
      true,
    )
  }
  const bootstrap = ({ distinctID, isIdentifiedID = false }: Bootstrap) => {
    const current = record.get<string>('distinct_id')
    const id = usableId(distinctID)
    if (!current) create(id, id !== undefined && isIdentifiedID)
    else if (!id || id === current) return
    else if (!isIdentifiedID) record.set({ distinct_id: id, $device_id: id, $user_state: 'anonymous' }, true)
    else if (!isIdentified()) identify(id)
    else host.complain('bootstrap.distinctID: another person is logged in already; call reset() first')
  }

  const processes = () => {
    const { person_profiles: profiles } = settings()
    if (profiles === 'never' || host.cookieless()) return false
    return (
      profiles === 'always' ||
      isIdentified() ||
      record.get('$epp') === true ||
      Object.keys(groups()).length > 0
    )
  }
  /** @returns False, with a complaint, when the configuration wants no persons. */
  const requireProfiles = (method: string): boolean => {
    if (settings().person_profiles === 'never') {
      host.complain(`${method}: does nothing with person_profiles "never"`)
      return false
    }
    if (!host.cookieless()) record.set({ $epp: true })
    return true
  }
  const keepPerson = (set: Properties = {}, once: Properties = {}) => {
    const known = personProperties()
    record.set({ $stored_person_properties: { ...once, ...known, ...set } })
  }

  function setPersonProperties(set?: Properties, once?: Properties): void {
    if ((!set && !once) || !requireProfiles('setPersonProperties')) return
    const said = JSON.stringify([distinctId(), set, once])
    if (said === lastSet) return
    const sent = host.capture(SET, { $set: set ?? {}, $set_once: once ?? {} })
    if (sent) lastSet = said
    keepPerson(set, once)
    host.flagInputsChanged()
  }

  function identify(id: unknown, set?: Properties, once?: Properties): void {
    const next = usableId(id)
    if (!next)
      return host.complain(`identify: expected the id of one person, got ${String(JSON.stringify(id) ?? id)}`)
    if (!requireProfiles('identify')) return
    const previous = distinctId()
    const anonymous = !isIdentified()
    if (next === previous) {
      if (!anonymous) return setPersonProperties(set, once)
      record.set({ $user_state: 'identified', $user_id: next }, true)
      lastSet = ''
      setPersonProperties(set ?? {}, once ?? {})
      return
    }
    record.set(
      {
        distinct_id: next,
        $user_id: next,
        $user_state: 'identified',
        $device_id: record.get('$device_id') ?? previous,
        __alias: undefined,
        // What was set for the visitor stays true of the person they turn out to be; of another person nothing is known.
        ...(!anonymous && { $stored_person_properties: undefined }),
      },
      true,
    )
    keepPerson(set, once)
    if (anonymous) {
      anonymousId = previous
      const sent = host.capture(IDENTIFY, {
        $anon_distinct_id: previous,
        $set: set ?? {},
        $set_once: once ?? {},
      })
      if (sent) lastSet = JSON.stringify([next, set, once])
    } else if (set || once) {
      setPersonProperties(set, once)
    }
    host.personChanged('keep')
  }

  function alias(other: unknown, original: string = distinctId()): CapturedEvent | undefined {
    const id = usableId(other)
    if (!id) {
      host.complain(`alias: expected another id of the person, got ${String(JSON.stringify(other) ?? other)}`)
      return undefined
    }
    if (id === original) {
      identify(id)
      return undefined
    }
    if (!requireProfiles('alias')) return undefined
    record.set({ __alias: id })
    return host.capture(ALIAS, { alias: id, distinct_id: original })
  }

  function group(type: unknown, key: unknown, properties?: Properties): void {
    const [name, id] = [type, key].map(value => (typeof value === 'number' ? String(value) : value))
    if (typeof name !== 'string' || typeof id !== 'string' || !name || !id) {
      return host.complain('group: expected a type and a key of the group, both text')
    }
    if (name.length > GROUP_MAX_LENGTH || id.length > GROUP_MAX_LENGTH) {
      return host.complain(`group: type and key may have ${GROUP_MAX_LENGTH} characters`)
    }
    const changed = groups()[name] !== id
    if (!changed && !properties) return
    const { [name]: known, ...others } = groupProperties()
    record.set({
      $groups: { ...groups(), [name]: id },
      $stored_group_properties: { ...others, [name]: { ...(!changed && known), ...properties } },
    })
    // With `never` the group still goes along with events and flags; nothing is kept of it at the service.
    if (settings().person_profiles !== 'never') {
      requireProfiles('group')
      host.capture(GROUP_IDENTIFY, {
        $group_type: name,
        $group_key: id,
        ...(properties && { $group_set: properties }),
      })
    }
    host.flagInputsChanged()
  }

  function reset(options: boolean | { resetDeviceID?: boolean; bootstrap?: Bootstrap } = false): void {
    const { resetDeviceID = options === true, bootstrap: next = {} } =
      typeof options === 'object' ? options : {}
    anonymousId = undefined
    lastSet = ''
    record.clear(resetDeviceID ? [] : ['$device_id'])
    tab.clear()
    sessions.end()
    bootstrap(next)
    host.personChanged('forget')
  }

  return {
    begin: () => bootstrap(settings().bootstrap ?? {}),
    distinctId,
    isIdentified,
    processes,
    groups,
    groupProperties,
    personProperties,
    keepPerson,
    /** The id before `identify`, until the service has evaluated flags with it. */
    anonymousId: () => anonymousId,
    forgetAnonymousId() {
      anonymousId = undefined
    },
    deviceId: () => (host.cookieless() ? undefined : record.get<string>('$device_id')),
    /** For every event: the ids, the groups and what the page has registered. */
    eventProperties(): Properties {
      const properties: Properties = { distinct_id: distinctId() }
      if (host.cookieless()) return { ...properties, $cookieless_mode: true, $device_id: null }
      for (const [name, value] of Object.entries(record.all())) if (!OWN.test(name)) properties[name] = value
      properties.$device_id = record.get('$device_id')
      if (isIdentified()) properties.$user_id = record.get('$user_id') ?? distinctId()
      if (Object.keys(groups()).length > 0) properties.$groups = groups()
      return properties
    },
    /** What the page may call. */
    methods: {
      identify,
      alias,
      group,
      reset,
      setPersonProperties,
      unsetPersonProperties(names: string | string[]) {
        if (!requireProfiles('unsetPersonProperties')) return
        const gone = [names].flat()
        host.capture(SET, { $unset: gone })
        const known = { ...personProperties() }
        for (const name of gone) delete known[name]
        record.set({ $stored_person_properties: known })
        lastSet = ''
        host.flagInputsChanged()
      },
      createPersonProfile() {
        if (!processes() && requireProfiles('createPersonProfile'))
          host.capture(SET, { $set: {}, $set_once: {} })
      },
      setInternalOrTestUser: () => setPersonProperties({ $internal_or_test_user: true }),
      getGroups: groups,
      resetGroups() {
        record.set({ $groups: undefined, $stored_group_properties: undefined })
        host.flagInputsChanged()
      },
      get_distinct_id: distinctId,
      register: (properties: Properties) => record.set({ ...properties }),
      register_once(properties: Properties, standard: unknown = 'None') {
        for (const [name, value] of Object.entries(properties)) {
          const known = record.get(name)
          if (known === undefined || known === standard) record.set({ [name]: value })
        }
      },
      register_for_session: (properties: Properties) => tab.set({ ...properties }),
      unregister: (name: string) => record.set({ [name]: undefined }),
      unregister_for_session: (name: string) => tab.set({ [name]: undefined }),
      get_property: (name: string): unknown => record.get(name),
      getSessionProperty: (name: string): unknown => tab.get(name),
      /** Properties that flags are evaluated with, not sent as events. `reload`: asks for the flags again. */
      setPersonPropertiesForFlags(properties: Properties, reload = true) {
        keepPerson(properties)
        if (reload) host.flagInputsChanged()
      },
      resetPersonPropertiesForFlags(reload = true) {
        record.set({ $stored_person_properties: undefined })
        if (reload) host.flagInputsChanged()
      },
      setGroupPropertiesForFlags(properties: Record<string, Properties>, reload = true) {
        const known = groupProperties()
        const merged = { ...known }
        for (const [type, own] of Object.entries(properties)) merged[type] = { ...known[type], ...own }
        record.set({ $stored_group_properties: merged })
        if (reload) host.flagInputsChanged()
      },
      resetGroupPropertiesForFlags(type?: string) {
        const { [type ?? '']: _, ...others } = groupProperties()
        record.set({ $stored_group_properties: type ? others : undefined })
      },
    },
  }
}

export type Identity = ReturnType<typeof createIdentity>
