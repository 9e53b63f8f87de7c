import type { Page } from '../page/page'
import { createSignal } from '../page/signal'
import type { Store } from '../persistence/store'
import type { Reply } from '../transport/transport'
import { FLAG_CALLED, type Properties } from '../wire/event'
import type { FlagsReply, FlagsRequest, FlagValue } from '../wire/flag'
import { type FlagEntries, type FlagEntry, isSilent, mergedFlags, noEntries, payloadOf } from './merge'

/** The part of the configuration that is about flags. */
export interface FlagSettings {
  /** Values to begin with, before the service has answered. */
  bootstrap: { featureFlags?: Record<string, FlagValue>; featureFlagPayloads?: Record<string, unknown> }
  /** True: nothing is evaluated; the configuration is still asked for. */
  advanced_disable_feature_flags: boolean
  /** True: evaluated only once something asks for it. */
  advanced_disable_feature_flags_on_first_load: boolean
  advanced_only_evaluate_survey_feature_flags: boolean
  /** True: `$feature_flag_called` is reported again in each session. */
  advanced_feature_flags_dedup_per_session: boolean
  feature_flag_request_timeout_ms: number
  /** How often a request that met 502, 504 or our own timeout is repeated at once. */
  feature_flag_request_max_retries: number
  /** Older answers are not used; 0: any age will do. */
  feature_flag_cache_ttl_ms: number
  /** Flags are asked for again after so long; 0: never by themselves. */
  remote_config_refresh_interval_ms: number
  /** The environments whose tagged flags are wanted. Interface 4.3 rule 1. */
  evaluation_environments: string[]
  flag_keys: string[] | undefined
}

/** What flags ask of the rest of the client. */
export interface FlagHost {
  /** Body of a request as of now; the same text for the same person. */
  body(): FlagsRequest
  /** Posts it. `config`: with the configuration. */
  ask(body: FlagsRequest, config: boolean, timeoutMs: number): Promise<Reply>
  /** The configuration part of an answer; `undefined`: the request failed. */
  config(reply: FlagsReply | undefined, error?: string): void
  /** Whether the service may be asked now. */
  mayAsk(): boolean
  /** Whom values are for: changes with the person and the groups. */
  owner(): string
  capture(event: string, properties: Properties): boolean
  /** Calls that were reported: flag -> values. */
  reported(): Record<string, string[]>
  setReported(reported: Record<string, string[]> | undefined): void
  /** An answer for the current person arrived: the anonymous id needs not be told any more. */
  settled(): void
  report(reason: string, detail?: unknown): void
}

export interface FlagReadOptions {
  /** False: does not report the call. */
  send_event?: boolean
  /** True: only from an answer of this page. */
  fresh?: boolean
}

/** One flag, with what hangs on it. */
export interface FeatureFlag {
  key: string
  enabled: boolean
  variant?: string
  payload?: unknown
}

/** Hears of the flags: the enabled keys, their values, and whether the last request failed. */
export type FlagsCallback = (keys: string[], values: Record<string, FlagValue>, context: { errorsLoading: boolean }) => void

/** Values that the page forces. */
export interface FlagOverrides {
  flags?: Record<string, FlagValue>
  payloads?: Record<string, unknown>
}

interface Stored {
  flags: FlagEntries
  owner: string
  requestId?: string | undefined
  /** Epoch ms of the evaluation. */
  at: number
}

const DEBOUNCE_MS = 5
const RETRY_MS = 500
/** After so many silent failures in a row nothing is asked until the browser says it is online. */
const MAX_SILENT_FAILURES = 3
/** Characters that flags may add to each event. */
const EVENT_BUDGET = 700
/** Flags whose reported values are remembered. */
const MAX_REPORTED = 200

export function createFlags(page: Page, store: Store, key: string, settings: () => FlagSettings, host: FlagHost) {
  const changed = createSignal<void>(error => host.report('callback', error))
  let flags = noEntries()
  let overrides: FlagOverrides = {}
  let owner = ''
  let requestId: string | undefined
  let at = 0
  /** Where the values come from. */
  let source: 'none' | 'bootstrap' | 'stored' | 'loaded' = 'none'
  let errors: string[] = []
  let settledOnce = false
  let answered = false
  let inFlight = false
  let again = false
  let paused = false
  let silentFailures = 0
  let lastBody = ''
  let configAsked = false
  let cancelTimer: (() => void) | undefined
  let cancelRefresh: (() => void) | undefined
  /** Flags that this page has asked for: what it may depend on, and so what its events carry. */
  const read = new Set<string>()
  let eventProperties: Properties | undefined

  const parse = (text: string | null): Stored | undefined => {
    try {
      const stored = JSON.parse(text ?? '') as Stored
      return typeof stored.flags === 'object' && stored.flags ? stored : undefined
    } catch {
      return undefined
    }
  }
  const load = () => {
    const stored = parse(store.read(key))
    const { featureFlags, featureFlagPayloads = {} } = settings().bootstrap
    owner = host.owner()
    if (stored && stored.owner === owner) {
      Object.assign(flags, stored.flags)
      at = stored.at
      requestId = stored.requestId
      source = 'stored'
    } else if (featureFlags) {
      for (const [name, value] of Object.entries(featureFlags)) {
        flags[name] = { value, ...(value && name in featureFlagPayloads && { payload: JSON.stringify(featureFlagPayloads[name]) }) }
      }
      source = 'bootstrap'
    }
  }
  const save = () => {
    const stored: Stored = { flags, owner, requestId, at }
    store.write(key, JSON.stringify(stored))
  }
  const notify = (error?: string) => {
    eventProperties = undefined
    errors = error ? error.split(',') : []
    settledOnce = true
    changed.fire()
  }

  const valueOf = (name: string): FlagValue | undefined => overrides.flags?.[name] ?? flags[name]?.value
  const payloadText = (name: string): string | undefined =>
    overrides.payloads && name in overrides.payloads ? JSON.stringify(overrides.payloads[name]) : flags[name]?.payload
  const isKnown = () => source !== 'none' || settledOnce || overrides.flags !== undefined
  const isStale = () => {
    const { feature_flag_cache_ttl_ms: ttl } = settings()
    return ttl > 0 && source !== 'bootstrap' && page.now() - at > ttl
  }
  const enabled = (): Record<string, FlagValue> => {
    const found: Record<string, FlagValue> = Object.create(null)
    for (const name of new Set([...Object.keys(flags), ...Object.keys(overrides.flags ?? {})])) {
      const value = valueOf(name)
      if (value !== undefined && value !== false) found[name] = value
    }
    return found
  }

  const receive = (reply: FlagsReply, sent: string) => {
    host.config(reply)
    // The person has changed since: the next answer is already on its way.
    if (sent !== JSON.stringify(host.body()) && again) return
    if (isSilent(reply)) {
      const limited = reply.quotaLimited?.includes('feature_flags')
      answered ||= !limited
      notify(limited ? 'quota_limited' : undefined)
      if (limited) host.report('quota_limited', reply.quotaLimited)
      return
    }
    const partial = settings().advanced_only_evaluate_survey_feature_flags || settings().flag_keys !== undefined
    const sameOwner = owner === host.owner()
    flags = mergedFlags(sameOwner ? flags : noEntries(), reply, partial)
    owner = host.owner()
    requestId = reply.requestId
    at = reply.evaluatedAt ?? page.now()
    source = 'loaded'
    answered = true
    save()
    host.settled()
    notify(reply.errorsWhileComputingFlags ? 'errors_while_computing_flags' : undefined)
  }

  const send = async (attempt = 0): Promise<void> => {
    const body = host.body()
    const sent = JSON.stringify(body)
    const { feature_flag_request_timeout_ms: timeout, feature_flag_request_max_retries: retries } = settings()
    const withConfig = !configAsked
    const off = settings().advanced_disable_feature_flags
    inFlight = true
    again = false
    const reply = await host.ask(off ? { ...body, disable_flags: true } : body, withConfig, timeout)
    if (reply.status === 200 && typeof reply.json === 'object' && reply.json !== null) {
      silentFailures = 0
      configAsked = true
      lastBody = sent
      inFlight = false
      receive(reply.json as FlagsReply, sent)
    } else {
      const repeatable = reply.timedOut || reply.status === 502 || reply.status === 504
      if (repeatable && attempt < retries) {
        await new Promise<void>(resolve => void page.after(RETRY_MS, resolve))
        return send(attempt + 1)
      }
      inFlight = false
      silentFailures = reply.status === 0 && page.online() ? silentFailures + 1 : 0
      const error = reply.timedOut ? 'timeout' : reply.status === 0 ? 'connection_error' : reply.status === 200 ? 'unknown_error' : `api_error_${reply.status}`
      host.report('flags', { error, detail: reply.json })
      host.config(undefined, error)
      notify(error)
    }
    refreshLater()
    if (again) reload()
  }

  const refreshLater = () => {
    cancelRefresh?.()
    const { remote_config_refresh_interval_ms: interval } = settings()
    if (interval <= 0) return
    cancelRefresh = page.after(interval, () => {
      // Nobody looks at a hidden page; it is asked for when somebody does.
      if (page.visible()) reload()
      else {
        const end = page.on('visible', () => {
          end()
          reload()
        })
        cancelRefresh = end
      }
    })
  }
  const ask = () => {
    cancelTimer?.()
    cancelTimer = undefined
    if (!host.mayAsk() || silentFailures >= MAX_SILENT_FAILURES) return
    // Beyond what the types say, a hook of the page may throw in here.
    void send().catch(error => {
      inFlight = false
      host.report('flags', error)
      notify('unknown_error')
    })
  }
  const reload = () => {
    if (paused) return
    if (inFlight) again = true
    else cancelTimer ??= page.after(DEBOUNCE_MS, ask)
  }
  const endOnline = page.on('online', () => {
    if (silentFailures < MAX_SILENT_FAILURES) return
    silentFailures = 0
    reload()
  })

  const reportCall = (name: string, value: FlagValue | undefined) => {
    const text = String(value)
    const reported = host.reported()
    const values = reported[name] ?? []
    if (values.includes(text)) return
    const entry: FlagEntry | undefined = flags[name]
    const problems = name in flags || overrides.flags?.[name] !== undefined ? errors : [...errors, 'flag_missing']
    const { featureFlags, featureFlagPayloads } = settings().bootstrap
    const overridden = overrides.flags?.[name] !== undefined
    const sent = host.capture(FLAG_CALLED, {
      $feature_flag: name,
      $feature_flag_response: value,
      $feature_flag_payload: payloadText(name) ?? null,
      $feature_flag_request_id: requestId,
      $feature_flag_evaluated_at: at || undefined,
      $feature_flag_id: entry?.id,
      $feature_flag_version: entry?.version,
      $feature_flag_reason: entry?.reason,
      $feature_flag_has_experiment: entry?.experiment,
      $feature_flag_bootstrapped_response: featureFlags?.[name] ?? null,
      $feature_flag_bootstrapped_payload: featureFlagPayloads?.[name] ?? null,
      $used_bootstrap_value: source === 'bootstrap',
      ...(overridden && { $feature_flag_original_response: entry?.value ?? null }),
      ...(overrides.payloads && { $feature_flag_original_payload: entry?.payload ?? null }),
      ...(problems.length > 0 && { $feature_flag_error: problems.join(',') }),
    })
    if (!sent) return
    const kept = Object.entries({ ...reported, [name]: [...values, text] })
    host.setReported(Object.fromEntries(kept.slice(-MAX_REPORTED)))
  }

  const result = (name: string, { send_event = true, fresh = false }: FlagReadOptions = {}): FeatureFlag | undefined => {
    if (!isKnown() || (fresh && source !== 'loaded')) return undefined
    if (isStale()) {
      reload()
      return undefined
    }
    const value = valueOf(name)
    if (send_event) {
      if (!read.has(name)) eventProperties = undefined
      read.add(name)
      reportCall(name, value)
    }
    if (value === undefined) return undefined
    const payload = payloadOf(payloadText(name))
    return {
      key: name,
      enabled: value !== false,
      ...(typeof value === 'string' && { variant: value }),
      ...(payload !== undefined && { payload }),
    }
  }

  load()

  return {
    /** Asks at once: the first request of the page. */
    start: ask,
    /** Asks again, unless nothing that the answer depends on has changed. */
    inputsChanged() {
      if (inFlight || JSON.stringify(host.body()) !== lastBody) reload()
    },
    reload,
    result,
    /** The bare value; nothing is reported. */
    peek: (name: string): FlagValue | undefined => (isKnown() && !isStale() ? valueOf(name) : undefined),
    payload: (name: string): unknown => payloadOf(payloadText(name)),
    all: (): FeatureFlag[] =>
      [...new Set([...Object.keys(flags), ...Object.keys(overrides.flags ?? {})])].map(
        name => result(name, { send_event: false })!,
      ).filter(Boolean),
    enabled,
    payloads: (): Record<string, unknown> =>
      Object.fromEntries(Object.keys(flags).map(name => [name, payloadOf(payloadText(name))]).filter(([, payload]) => payload !== undefined)),
    details: () => flags,
    isKnown,
    state: (): 'unknown' | 'stored' | 'loaded' => (source === 'loaded' ? 'loaded' : source === 'none' ? 'unknown' : 'stored'),
    hasLoaded: () => source !== 'none' || answered || overrides.flags !== undefined,
    wasAnswered: () => answered,
    /** Calls back with the flags, at once when the first request has settled or values were given, then after each change. */
    on(run: FlagsCallback): () => void {
      const tell = () => {
        const values = enabled()
        run(Object.keys(values), values, { errorsLoading: errors.length > 0 && errors[0] !== 'errors_while_computing_flags' })
      }
      const end = changed.on(tell)
      if (source !== 'none' || settledOnce) {
        try {
          tell()
        } catch (error) {
          host.report('callback', error)
        }
      }
      return end
    },
    /** Values from elsewhere. */
    update(values: Record<string, FlagValue>, payloads: Record<string, unknown> = {}, merge = false) {
      if (!merge) flags = noEntries()
      for (const [name, value] of Object.entries(values)) {
        flags[name] = { value, ...(name in payloads && { payload: JSON.stringify(payloads[name]) }) }
      }
      source = source === 'none' ? 'stored' : source
      owner = host.owner()
      at = page.now()
      save()
      notify()
    },
    override(next: FlagOverrides) {
      overrides = next
      notify()
    },
    setPaused(next: boolean) {
      paused = next
    },
    /** The person is another one: what was known is not about them. */
    forget() {
      flags = noEntries()
      source = 'none'
      requestId = undefined
      lastBody = ''
      owner = host.owner()
      eventProperties = undefined
      read.clear()
      store.remove(key)
    },
    /** For every event: `$feature/<key>` of all flags while they are few, and of those this page has read in any case. */
    eventProperties(): Properties {
      if (eventProperties) return eventProperties
      const properties: Properties = {}
      if (isStale()) return properties
      const values = Object.keys(flags).length + (overrides.flags ? 1 : 0) > 0 ? allValues() : undefined
      if (values) {
        const names = JSON.stringify(values).length * 2 <= EVENT_BUDGET ? Object.keys(values) : [...read].filter(name => name in values)
        const active: string[] = []
        for (const name of names) {
          properties[`$feature/${name}`] = values[name]
          if (values[name] !== false) active.push(name)
        }
        properties.$active_feature_flags = active
        if (requestId) properties.$feature_flag_request_id = requestId
        if (overrides.flags) properties.$override_feature_flags = overrides.flags
      }
      eventProperties = properties
      return properties
    },
    stop() {
      cancelTimer?.()
      cancelRefresh?.()
      endOnline()
    },
  }

  function allValues(): Record<string, FlagValue> {
    const values: Record<string, FlagValue> = {}
    for (const name of new Set([...Object.keys(flags), ...Object.keys(overrides.flags ?? {})])) values[name] = valueOf(name)!
    return values
  }
}

export type Flags = ReturnType<typeof createFlags>
