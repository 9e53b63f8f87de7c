import { callAll } from '../lib/callAll'
import type { Page } from '../page/page'
import { openStores, type Stores } from '../persistence/browserStores'
import { storedKeys } from '../persistence/keys'
import type { Store } from '../persistence/store'
import { switchableStore } from '../persistence/switchableStore'
import { projectStore } from '../surveys/storage/projectStore'
import { MARKS, MOVED_PREFIXES } from '../surveys/storage/storageKeys'
import type { Config } from './api'
import { createConsent } from './consent'

export interface StoragePolicyDeps {
  page: Page
  token: string
  stores: Stores
  config(): Config
  /** Moves waiting events out of storage. Returns false when none is stored. */
  evictEvents(count: number): boolean
  /** Returns the keys of the outbox of this tab in a store, and of those that it has adopted. */
  ownOutboxKeys(store: Store): string[]
  /** The consent is another one, as decided in another tab or on the page that was open meanwhile. */
  onConsentChange(): void
}

export type StoragePolicy = ReturnType<typeof createStoragePolicy>

/**
 * Decides what consent and configuration allow to be stored, and what yields when storage is full.
 *
 * Values that may not be stored live in memory as long as the page does.
 */
export function createStoragePolicy(deps: StoragePolicyDeps) {
  const { page, token, stores, config, evictEvents, ownOutboxKeys } = deps
  const keys = storedKeys(token, config().persistence_name ?? '')
  const { consent_persistence_name: consentName, opt_out_capturing_persistence_type: consentType } = config()
  const consentKey = consentName ? consentName + token : keys.consent
  const consentStore =
    consentType === 'cookie'
      ? switchableStore(stores.cookie(config()))
      : switchableStore(stores.local(), evict)
  const consent = createConsent({ page, store: consentStore, key: consentKey, config })
  const store = switchableStore(undefined, evict)
  const tabStore = switchableStore()
  /** Where tabs with another setting have stored events. */
  let otherStore: Store | undefined
  const caches = [keys.flags, keys.config]
  /** What consent and configuration allow. */
  let open = openStores('memory', stores, config())
  /** What they allowed before. */
  let former = open
  /** The consent that the stores follow. */
  let applied = consent.status()

  /** Frees space for `key`: caches yield to everything, events yield to identity and consent. See D-820. */
  function evict(key: string, count: number): boolean {
    if (caches.includes(key)) return false
    const cache = caches.find(store.read)
    if (!cache) return !key.startsWith(keys.outbox) && evictEvents(count)
    store.remove(cache)
    // Some storage can be read and not changed: there is no room, ever.
    return !store.read(cache)
  }

  /** Opens or closes the stores after a change of consent or configuration; a refusal deletes what is stored. */
  function sync(): void {
    applied = consent.status()
    const { disable_persistence: isDisabled, persistence } = config()
    const isAllowed = consent.canCapture() && !consent.isCookieless() && !isDisabled
    former = open
    open = openStores(isAllowed ? persistence : 'memory', stores, config())
    otherStore = isAllowed && open.main !== stores.local() ? stores.local() : undefined
    store.setBackend(open.main)
    tabStore.setBackend(open.tab)
    if (isAllowed)
      eraseStored([
        former.main !== open.main && former.main,
        !open.cookie && former.cookie,
        !open.tab && former.tab,
      ])
    else if (isDisabled || applied !== 'pending')
      eraseStored([stores.local(), stores.session(), stores.cookie(config())], true)
  }

  /**
   * Erases the visitor from stores that another setting has left, so that no later page takes its visitor for them, or everything
   * after a refusal. Marks of finished surveys stay, and what surveys and the outbox have stored goes to the current store: to
   * memory for a visitor who changes their mind on this page. See D-454, D-667.
   */
  function eraseStored(backends: (Store | undefined | false)[], isRefused?: boolean): void {
    for (const backend of backends) {
      if (!backend) continue
      if (isRefused) for (const key of backend.keys(keys.outbox)) backend.remove(key)
      const erased = [keys.main, ...caches]
      // What other tabs have stored is theirs. See D-696.
      const outboxKeys = isRefused ? [] : ownOutboxKeys(backend)
      // Every setting but `memory` keeps the entries of the tab.
      if (!open.tab) erased.push(keys.tab, keys.window, keys.primaryWindow)
      // Dates and ids are in the order of time: the later value wins.
      for (const key of [
        ...outboxKeys,
        ...MOVED_PREFIXES.flatMap(projectStore(backend, keys.project).keys),
      ]) {
        const value = backend.read(key)!
        // What this page could not open is another visitor's. See D-414.
        if (former.main && value > (store.read(key) ?? '')) store.write(key, value)
        if (!MARKS.test(key)) erased.push(key)
      }
      for (const key of erased) if (backend.read(key) != null) backend.remove(key)
    }
  }

  /** Applies a consent that was decided elsewhere. Storage events come late, and not at all to a cached page. See D-440. */
  function refresh(): void {
    if (consent.status() !== applied) deps.onConsentChange()
  }

  sync()
  // Before the records: they must not store a visitor who has refused meanwhile.
  const stop = callAll([
    consentStore.onExternalChange(consentKey, refresh),
    page.on('restore', refresh),
    page.on('visible', refresh),
  ])
  return {
    keys,
    consent,
    /** The main store: identity, flags, configuration, outbox, surveys. */
    store,
    /** The main store, and for reading what tabs with another setting have left in `localStorage`. See D-696. */
    outboxStore: {
      ...store,
      read: key => store.read(key) ?? otherStore?.read(key) ?? null,
      remove(key) {
        store.remove(key)
        otherStore?.remove(key)
      },
      keys: prefix => [...store.keys(prefix), ...(otherStore?.keys(prefix) ?? [])],
    } satisfies Store as Store,
    /** Lives as long as the tab. */
    tabStore,
    cookie: () => open.cookie,
    sync,
    refresh,
    stop,
  }
}
