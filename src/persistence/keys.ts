/**
 * Every name under which something is kept, beside the survey keys in `surveys/seen.ts`.
 *
 * | key | where | what | lives until |
 * |---|---|---|---|
 * | `ph_<token>_posthog` | main store, and a subset in a cookie | identity, session, super properties | `reset()`; the cookie wins where both know an id |
 * | `ph_<token>_window_id` | sessionStorage | id of this tab | the tab closes |
 * | `ph_<token>_primary_window_exists` | sessionStorage | tells a duplicated tab that it is a copy | the page leaves |
 * | `__ph_opt_in_out_<token>` | localStorage or cookie | consent | `clear_opt_in_out_capturing()` |
 * | `earshot_<token>_flags` | main store | last flags answer | `reset()`, another person |
 * | `earshot_<token>_config` | main store | last configuration and surveys | replaced by the next |
 * | `earshot_<token>_out_<tab>_<uuid>` | main store | one event that the service has not answered | its answer |
 * | `earshot_debug` | localStorage | debug is on | `debug(false)` |
 *
 * The first four are those of posthog-js, so that a site can switch either way and keep its visitors.
 */
export function storedKeys(token: string, name: string) {
  const safe = token.replaceAll('+', 'PL').replaceAll('/', 'SL').replaceAll('=', 'EQ')
  return {
    main: name ? `ph_${name}` : `ph_${safe}_posthog`,
    window: `ph_${name || safe}_window_id`,
    primaryWindow: `ph_${name || safe}_primary_window_exists`,
    consent: `__ph_opt_in_out_${token}`,
    flags: `earshot_${safe}_flags`,
    config: `earshot_${safe}_config`,
    outbox: `earshot_${safe}_out_`,
  }
}

export type StoredKeys = ReturnType<typeof storedKeys>

export const DEBUG_KEY = 'earshot_debug'
