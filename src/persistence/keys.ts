/** Start of the key of consent; the token follows. */
export const CONSENT_PREFIX = '__ph_opt_in_out_'

/**
 * Returns the names of all stored keys of a project. Survey keys are in `surveys/storage/storageKeys.ts`.
 *
 * | key | store | value | removed |
 * |---|---|---|---|
 * | `ph_<token>_posthog` | main store, and a subset in a cookie | identity, session, super properties | by `reset()`; if the ids differ, the cookie takes precedence |
 * | `ph_<token>_window_id` | sessionStorage | id of this tab | when the tab closes |
 * | `ph_<token>_primary_window_exists` | sessionStorage | set while a page is loaded; tells a duplicated tab that it is a copy | at `pagehide` |
 * | `__ph_opt_in_out_<token>` | localStorage or cookie | consent | by `clear_opt_in_out_capturing()` |
 * | `earshot_<token>_flags` | main store | latest flags | by `reset()` or for another person |
 * | `earshot_<token>_tab` | sessionStorage | campaign, referrer, entry page, and properties of the session | when the tab closes, or for another person |
 * | `earshot_<token>_config` | main store | latest configuration and surveys | by opt-out; replaced by the next response |
 * | `earshot_<token>_out_<tab>_…` | main store | events without a response, and what they share; see `createEventQueue` | with their response |
 * | `earshot_<token>_out_taken` | main store | which tab has taken over the events of which; see D-697 | by opt-out |
 * | `earshot_debug` | localStorage | whether debug mode is on | by `debug(false)` |
 *
 * The first four are shared with posthog-js, so that a site can switch in either direction and keep its visitors.
 *
 * @param name Replaces the token in the keys that posthog-js names after `persistence_name`; empty for the default.
 */
export function storedKeys(token: string, name: string) {
  const safeToken = token.replaceAll('+', 'PL').replaceAll('/', 'SL').replaceAll('=', 'EQ')
  return {
    /** Names whose values of surveys are: two names of one project are two visitors. See D-803. */
    project: token + name,
    main: name ? `ph_${name}` : `ph_${safeToken}_posthog`,
    window: `ph_${name || safeToken}_window_id`,
    primaryWindow: `ph_${name || safeToken}_primary_window_exists`,
    consent: CONSENT_PREFIX + token,
    flags: `earshot_${safeToken}_flags`,
    tab: `earshot_${safeToken}_tab`,
    config: `earshot_${safeToken}_config`,
    outbox: `earshot_${safeToken}_out_`,
  }
}

/** The result of `storedKeys`. */
export type StoredKeys = ReturnType<typeof storedKeys>

/** Stored key of `debug()`, shared by all projects. */
export const DEBUG_KEY = 'earshot_debug'
