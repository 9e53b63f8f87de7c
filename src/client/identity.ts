import type { Capture } from '../capture/capture'
import type { Sessions } from '../capture/session'
import { attempt } from '../lib/attempt'
import { copyOf, readableCopy, serialize, stringify } from '../lib/json'
import { memoizeLast } from '../lib/memoizeLast'
import { nullProtoRecord } from '../lib/nullProtoRecord'
import { isText } from '../lib/typeGuards'
import type { Page } from '../page/page'
import { isLoggedIn } from '../persistence/person'
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
import { ILLEGAL_IDS } from '../wire/illegalIds'
import type { Bootstrap } from './api'
import { createRegisteredProperties } from './registeredProperties'

/** The part of the configuration that identity reads. */
export interface IdentityConfig {
  person_profiles: 'identified_only' | 'always' | 'never'
  bootstrap?: Bootstrap
  get_device_id?: (uuid: string) => string
}

/** What identity needs from the rest of the client. */
export interface IdentityHost {
  capture: Capture
  isCookieless(): boolean
  /** Inputs of the flags have changed. */
  onFlagInputs(): void
  /**
   * The person has changed. `forgets`: set when what is known of the previous person must be forgotten at once. `progress`:
   * except for which surveys they have finished.
   */
  onPerson(forgets?: 'all' | 'progress'): void
  logUsageError(message: string): void
}

/** The distinct id of every visitor in cookieless mode. */
export const COOKIELESS_ID = '$posthog_cookieless'

/**
 * Keys of the record that Earshot or posthog-js has written; all others were registered by the page. The names are those of
 * posthog-js.
 */
const INTERNAL_KEYS =
  /^(__|distinct_id$|\$(device_id|user_|ses|epp$|groups$|stored_|initial|flag_|client_|enabled_|active_f|feature_|over|surveys|capture_|early|people|debug|configured|had_|last_))/

/** Removes what is known of a person alone: not the groups and not what the page has registered. See D-502, D-621, D-772. */
const FORGOTTEN = {
  $flag_call_reported: undefined,
  $initial_person_info: undefined,
  $stored_person_properties: undefined,
  $stored_group_properties: undefined,
}

/** Returns an id as text where the page has passed a number. */
const toText = (id: unknown): unknown => (Number.isFinite(id) ? String(id) : id)

/** Whether a switch is on, which a template writes as text. See D-801. */
const isOn = (value: unknown) =>
  !/^"?\s*(false|0|no|off|none|nil|null|undefined|nan)?\s*"?$/i.test(serialize(value))

/** Returns a distinct id as text, and `undefined` for an id that names no person or is too long. */
export function normalizeDistinctId(id: unknown): string | undefined {
  const text = toText(id)
  if (!isText(text) || text === COOKIELESS_ID || ILLEGAL_IDS.test(text.trim())) return undefined
  return text.length <= DISTINCT_ID_MAX_LENGTH ? text : undefined
}

export interface IdentityDeps {
  page: Page
  record: PersistedRecord
  tab: PersistedRecord
  sessions: Sessions
  /** The id of a visitor without one, when a request has been sent with it. See D-347. */
  newVisitorId: string | undefined
  config(): IdentityConfig
  host: IdentityHost
}

type GroupProperties = Record<string, Properties>

export type Identity = ReturnType<typeof createIdentity>

/** Creates the identity of the visitor: anonymous or a person, and their groups. `begin` makes sure that there is an id. */
export function createIdentity({ page, record, tab, sessions, newVisitorId, config, host }: IdentityDeps) {
  let anonymousId: string | undefined
  let lastSet = ''
  /** The latest `$groupidentify` of each type, as JSON. */
  let lastGroups = nullProtoRecord<string>()
  /** The bootstrapped id that was refused, so that the console says it once. */
  let refusedId: string | undefined
  let hasBegun = false

  const distinctId = () => (host.isCookieless() ? COOKIELESS_ID : record.get<string>('distinct_id')!)
  const isIdentified = () => isLoggedIn(record.all())
  const groups = () => record.get<Record<string, string>>('$groups') ?? {}
  const personProperties = () => record.get<Properties>('$stored_person_properties') ?? {}
  const groupProperties = () => record.get<GroupProperties>('$stored_group_properties') ?? {}
  const onFlagInputs = (reload = true) => {
    if (reload) host.onFlagInputs()
  }

  const propertiesOf = memoizeLast((all: Properties): Properties => {
    const { distinct_id, $device_id, $groups = {} } = all
    return {
      ...Object.fromEntries(
        Object.entries(all).filter(([name, value]) => value !== undefined && !INTERNAL_KEYS.test(name)),
      ),
      distinct_id,
      $device_id,
      ...(isIdentified() && { $user_id: all.$user_id ?? distinct_id }),
      ...(Object.keys($groups as object)[0] && { $groups }),
    }
  })

  /** @param device The id that the visitor had on this device before anybody logged in. */
  const bootstrap = (
    input: Bootstrap | undefined,
    uuid = page.uuid(),
    device = record.get<string>('$device_id'),
  ) => {
    const { distinctID, isIdentifiedID }: Bootstrap = readableCopy(input)
    const isPerson = isOn(isIdentifiedID)
    const current = record.get<string>('distinct_id')
    let id = normalizeDistinctId(distinctID)
    // Once applied, the bootstrap names the visitor at the start, who may have logged out since. See D-506.
    if (current && (!id || id === current || (hasBegun && !isIdentified()))) return
    if (current && isIdentified()) {
      if (id !== refusedId) host.logUsageError('init: bootstrap.distinctID ignored. Call reset() first')
      refusedId = id
      return
    }
    if (current && isPerson) return identify(id)
    // After a log-out, this is an id of the person who has left, and so are its flags. See D-821.
    if (record.get('__alias') && id === device && !isPerson) {
      refusedId = id
      if (current) return
      id = undefined
    }
    // The hook of the page may throw.
    const made = attempt(() => normalizeDistinctId(config().get_device_id?.(uuid))) ?? uuid
    const isKnown = id && isPerson
    // Of two tabs that start together, the first one to store its visitor wins.
    const store = current ? record.set : record.setIfUnclaimed
    store({
      distinct_id: id ?? (made === device ? uuid : made),
      $device_id: (!current && record.get('$device_id')) || (isKnown ? made : (id ?? made)),
      $user_state: isKnown ? 'identified' : 'anonymous',
      __alias: isKnown ? [] : record.get('__alias'),
      ...(current && FORGOTTEN),
    })
    if (current) host.onPerson('progress')
  }

  const allowsProfiles = () => config().person_profiles !== 'never' && !host.isCookieless()
  const shouldProcessPerson = () =>
    allowsProfiles() &&
    (config().person_profiles === 'always' ||
      isIdentified() ||
      record.get('$epp') === true ||
      !!Object.keys(groups())[0])
  /** Whether the method may change a person; logs an error when the configuration forbids it. */
  const requireProfiles = (method: string): boolean => {
    const isAllowed = allowsProfiles()
    if (isAllowed) record.set({ $epp: true })
    else host.logUsageError(`${method}: ignored. See person_profiles and cookieless_mode`)
    return isAllowed
  }
  /** Returns the id as text; `undefined`, with an error, for an id that names no person. */
  const requireId = (method: string, id: unknown) =>
    normalizeDistinctId(id) ||
    void host.logUsageError(`${method}: ${serialize(id)} ignored. Expected the id of one person`)
  /** A change of a person and its event belong together: a burst of other events must not drop it. See D-353, D-773. */
  const capture = (event: string, properties: Properties) =>
    host.capture(event, properties, { skip_client_rate_limiting: true })
  const storePersonProperties = (set?: Properties, once?: Properties) =>
    record.set({ $stored_person_properties: { ...copyOf(once), ...personProperties(), ...copyOf(set) } })

  function setPersonProperties(set?: Properties, once?: Properties): void {
    if ((!set && !once) || !requireProfiles('setPersonProperties')) return
    const serialized = serialize([distinctId(), set, once])
    if (serialized === lastSet) return
    // Before the listeners of the event, which may log another person in. See D-434.
    storePersonProperties(set, once)
    if (capture(SET, { $set: copyOf(set), $set_once: copyOf(once) })) lastSet = serialized
    host.onFlagInputs()
  }

  function identify(id: unknown, set?: Properties, once?: Properties): void {
    const next = requireId('identify', id)
    if (!next) return
    if (!requireProfiles('identify')) {
      // The person in front of the page is not the one who was logged in. See D-416.
      if (isIdentified() && record.get('distinct_id') !== next) reset()
      return
    }
    // Another page may have changed the person, and its storage event comes late. See D-436.
    record.refresh()
    const previous = distinctId()
    const isAnonymous = !isIdentified()
    const isSame = next === previous
    if (isSame && !isAnonymous) return setPersonProperties(set, once)
    record.set({
      distinct_id: next,
      $user_id: next,
      $user_state: 'identified',
      $device_id: record.get('$device_id') ?? previous,
      $flag_call_reported: undefined,
      // Properties of the anonymous visitor belong to the person who logs in. Those of another person do not.
      ...(!isAnonymous && FORGOTTEN),
      // The visitor who has become this person. Nobody has, when another person was logged in. See D-785.
      __alias: isAnonymous ? [previous] : [],
    })
    record.sync()
    if (isSame || !isAnonymous) {
      // Before any event of the new person, so that none of it reaches a survey of the former.
      if (!isSame) host.onPerson('all')
      lastSet = ''
      if (isSame || set || once) setPersonProperties(set ?? {}, once)
    } else {
      anonymousId = previous
      storePersonProperties(set, once)
      const properties = {
        $anon_distinct_id: previous,
        $set: copyOf(set),
        $set_once: copyOf(once),
      }
      if (capture(IDENTIFY, properties)) lastSet = serialize([next, set, once])
    }
    if (isAnonymous) host.onPerson()
  }

  /** Returns -1 when both ids are the same, which is an `identify`. */
  function alias(other: unknown, original = distinctId()): CapturedEvent | -1 | undefined {
    const id = requireId('alias', other)
    if (!id || !requireProfiles('alias')) return undefined
    if (id === original) {
      identify(id)
      return -1
    }
    return capture(ALIAS, { alias: id, distinct_id: original })
  }

  function group(type: unknown, key: unknown, properties?: Properties): void {
    const [name, id] = [type, key].map(toText)
    const fits = (text: unknown): text is string => isText(text) && !!text && text.length <= GROUP_MAX_LENGTH
    if (!fits(name) || !fits(id)) {
      return host.logUsageError(
        `group: ignored. Expected a type and a key of 1 to ${GROUP_MAX_LENGTH} characters`,
      )
    }
    const isNew = groups()[name] !== id
    const serialized = serialize([id, properties])
    const stored = groupProperties()[name]
    // After a change of person the same call stores them again.
    if (!isNew && (!properties || (stored && lastGroups[name] === serialized))) return
    record.set({
      $groups: { ...groups(), [name]: id },
      $stored_group_properties: {
        ...groupProperties(),
        [name]: { ...(!isNew && stored), ...copyOf(properties) },
      },
    })
    // With `never` events and flags still carry the group, but the service creates none.
    if (config().person_profiles !== 'never' && requireProfiles('group')) {
      const set = properties && { $group_set: copyOf(properties) }
      if (capture(GROUP_IDENTIFY, { $group_type: name, $group_key: id, ...set }))
        lastGroups[name] = serialized
    }
    host.onFlagInputs()
  }

  function reset(options: boolean | { resetDeviceID?: boolean; bootstrap?: Bootstrap } = false): void {
    const given = readableCopy(options)
    lastSet = ''
    lastGroups = nullProtoRecord()
    // What the tab notes of a person says later that their visit is over. See D-771.
    tab.clear(isIdentified() ? ['$person'] : [])
    const device = record.get<string>('$device_id')
    record.clear(options === true || isOn(given.resetDeviceID) ? ['__alias'] : ['$device_id', '__alias'])
    sessions.end()
    bootstrap(given.bootstrap as Bootstrap | undefined, undefined, device)
    record.sync()
    host.onPerson('all')
  }

  return {
    begin() {
      // Whom this page has logged in or out since holds. See D-506.
      if (!record.isNamed()) bootstrap(config().bootstrap, normalizeDistinctId(newVisitorId))
      hasBegun = true
    },
    /** Whether `bootstrap.distinctID` names another person than the visitor. */
    isBootstrapRefused: () => !!refusedId,
    distinctId,
    isIdentified,
    shouldProcessPerson,
    groups,
    groupProperties,
    personProperties,
    /** Returns the id before `identify`, until the service has evaluated flags with it. */
    anonymousId: () => anonymousId,
    forgetAnonymousId() {
      anonymousId = undefined
    },
    /** Identifies whom flags are evaluated for: changes with the person and the groups. */
    flagsKey: () => stringify([distinctId(), groups()]),
    /** Returns a copy of all that is stored about the visitor. */
    stored: () => copyOf(record.all()),
    deviceId: () => (host.isCookieless() ? undefined : record.get<string>('$device_id')),
    /** Returns the properties of every event: ids, groups and what the page has registered. */
    eventProperties(): Properties {
      if (host.isCookieless()) return { distinct_id: COOKIELESS_ID, $cookieless_mode: true, $device_id: null }
      return propertiesOf(record.all())
    },
    /** The public methods. */
    methods: {
      identify,
      alias,
      group,
      reset,
      setPersonProperties,
      unsetPersonProperties(names: string | string[]) {
        if (!requireProfiles('unsetPersonProperties')) return
        const gone = [names].flat()
        const known = { ...personProperties() }
        // Another store may have them. See D-455.
        for (const name of gone) known[name] = undefined
        record.set({ $stored_person_properties: known })
        lastSet = ''
        capture(SET, { $unset: gone })
        host.onFlagInputs()
      },
      createPersonProfile() {
        if (!shouldProcessPerson() && requireProfiles('createPersonProfile'))
          capture(SET, { $set: {}, $set_once: {} })
      },
      setInternalOrTestUser: () => setPersonProperties({ $internal_or_test_user: true }),
      getGroups: groups,
      resetGroups() {
        record.set({ $groups: undefined, $stored_group_properties: undefined })
        host.onFlagInputs()
      },
      get_distinct_id: distinctId,
      _isIdentified: isIdentified,
      ...createRegisteredProperties({ record, tab, logUsageError: host.logUsageError }),
      /** Sets properties that flags are evaluated with and that no event carries. `reload`: requests the flags again. */
      setPersonPropertiesForFlags(properties: Properties, reload?: boolean) {
        storePersonProperties(properties)
        onFlagInputs(reload)
      },
      resetPersonPropertiesForFlags(reload?: boolean) {
        record.set({ $stored_person_properties: undefined })
        onFlagInputs(reload)
      },
      setGroupPropertiesForFlags(properties: GroupProperties, reload?: boolean) {
        const merged: GroupProperties = nullProtoRecord(groupProperties())
        for (const [type, own] of Object.entries(copyOf(properties)))
          merged[type] = { ...merged[type], ...own }
        record.set({ $stored_group_properties: merged })
        onFlagInputs(reload)
      },
      resetGroupPropertiesForFlags(type?: string) {
        // Another store may have it. See D-455.
        const others = type && { ...groupProperties(), [type]: undefined }
        record.set({ $stored_group_properties: others || undefined })
      },
    },
  }
}
