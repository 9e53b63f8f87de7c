import {
  type EvaluationContext,
  GeneralError,
  type JsonValue,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  ProviderFatalError,
  type TrackingEventDetails,
} from '@openfeature/web-sdk'
import type { EarshotClient, FeatureFlag } from 'earshot'
import { isEqual } from '../lib/isEqual'
import { createContextWriter } from './context'
import { resolveFlag } from './resolve'

/** Options of `EarshotProvider`. */
export interface EarshotProviderOptions {
  /** Whether the targeting key logs a person in, and its absence afterwards logs them out. Default: false. */
  identify?: boolean
  /** Whether an evaluation is reported as `$feature_flag_called`. Default: true. */
  sendEvents?: boolean
  /** Names of context attributes that tracked events carry. Default: none. */
  trackedAttributes?: string[]
  /** Maximum time to wait for the flags of a context. Default: 5000. */
  timeoutMs?: number
}

/**
 * Creates an OpenFeature provider of a client. The client belongs to the page: closing the provider leaves it running.
 *
 * ```ts
 * const client = init('phc_your_project_key', { api_host: 'https://events.example.com' })
 * await OpenFeature.setProviderAndWait(new EarshotProvider(client), { plan: 'team' })
 * OpenFeature.getClient().getBooleanValue('new-checkout', false)
 * ```
 *
 * See D-465 to D-468.
 */
export class EarshotProvider implements Provider {
  declare readonly metadata: { name: string }
  declare readonly runsOn: 'client'
  declare readonly domainScoped: true
  declare readonly events: OpenFeatureEventEmitter
  declare readonly initialize: Provider['initialize']
  declare readonly onContextChange: Provider['onContextChange']
  declare readonly onClose: () => Promise<void>
  declare readonly track: NonNullable<Provider['track']>
  declare readonly resolveBooleanEvaluation: Provider['resolveBooleanEvaluation']
  declare readonly resolveStringEvaluation: Provider['resolveStringEvaluation']
  declare readonly resolveNumberEvaluation: Provider['resolveNumberEvaluation']
  declare readonly resolveObjectEvaluation: Provider['resolveObjectEvaluation']

  constructor(client: EarshotClient, options: EarshotProviderOptions = {}) {
    Object.assign(this, createProvider(client, options))
  }
}

/** State of a provider is in this closure, so that names of it are not published. */
function createProvider(
  client: EarshotClient,
  { identify = false, sendEvents = true, trackedAttributes = [], timeoutMs = 5000 }: EarshotProviderOptions,
) {
  const events = new OpenFeatureEventEmitter()
  const applyContext = createContextWriter(client, identify)
  /** Contexts that wait for flags: those of the latest one. */
  const waiting: ((error?: Error) => void)[] = []
  let unsubscribers: (() => void)[] = []
  let known: Record<string, FeatureFlag> = {}
  let isReloading = false
  let isStale = false
  let isInitialized = false

  const isKnown = () => client.featureFlags.hasLoadedFlags
  const settle = (error?: Error) => {
    for (const done of waiting.splice(0)) done(error)
  }
  /** Resolves when the latest context is answered, rejects when its request fails. */
  const answered = () =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => settle(new GeneralError('no answer in time')), timeoutMs)
      waiting.push(error => {
        clearTimeout(timer)
        if (error) reject(error)
        else resolve()
      })
    })
  const readAll = () => Object.fromEntries(client.getAllFeatureFlags().map(flag => [flag.key, flag]))
  const setStale = (next: boolean) => {
    if (next !== isStale) events.emit(next ? ProviderEvents.Stale : ProviderEvents.Ready)
    isStale = next
  }
  const emitChanges = () => {
    const before = known
    known = readAll()
    const flagsChanged = Object.keys({ ...before, ...known }).filter(key => !isEqual(before[key], known[key]))
    // A change of the context has an event of its own.
    if (isInitialized && flagsChanged[0] && !waiting[0])
      events.emit(ProviderEvents.ConfigurationChanged, { flagsChanged })
  }
  const failure = () => {
    const reason = client.featureFlags.getFlagDetails('').error
    const message = `no flags: ${reason}`
    return reason === 'api_error_401' ? new ProviderFatalError(message) : new GeneralError(message)
  }
  const onFailure = () => {
    // Another request follows at once: the failed one was for an earlier context.
    if (isReloading) return
    settle(failure())
    if (isKnown()) setStale(true)
  }
  const subscribe = () => {
    unsubscribers = [
      client.on('featureFlagsReloading', () => {
        isReloading = true
        // Values that have expired are missing.
        if (Object.keys(known)[0] && !Object.keys(readAll())[0]) setStale(true)
      }),
      client.onFeatureFlags((_keys, _values, { errorsLoading }) => {
        isReloading = false
        if (errorsLoading) return void setTimeout(onFailure)
        emitChanges()
        settle()
        setStale(false)
      }),
    ]
    known = readAll()
  }
  const resolver =
    <T extends JsonValue>(type: 'boolean' | 'string' | 'number' | 'object') =>
    (key: string, defaultValue: T) =>
      resolveFlag<T>(client, key, defaultValue, type, sendEvents)

  return {
    metadata: { name: 'earshot' },
    runsOn: 'client',
    // A client is one visitor.
    domainScoped: true,
    events,
    async initialize(context: EvaluationContext = {}) {
      subscribe()
      if (applyContext(context)) {
        client.reloadFeatureFlags()
        await answered()
      } else if (!isKnown()) await client.ready()
      isInitialized = true
      if (!isKnown()) throw failure()
      // The SDK sets the status to READY first.
      setTimeout(() => client.flagsEndpointWasHit || setStale(true))
    },
    onContextChange(_: EvaluationContext, context: EvaluationContext) {
      const isChanged = applyContext(context)
      if (isChanged) client.reloadFeatureFlags()
      return isChanged || waiting[0] ? answered() : undefined
    },
    resolveBooleanEvaluation: resolver<boolean>('boolean'),
    resolveStringEvaluation: resolver<string>('string'),
    resolveNumberEvaluation: resolver<number>('number'),
    resolveObjectEvaluation: resolver('object'),
    track(name: string, context: EvaluationContext, details: TrackingEventDetails) {
      const attributes = trackedAttributes.filter(key => key in context).map(key => [key, context[key]])
      client.capture(name, { ...Object.fromEntries(attributes), ...details })
    },
    async onClose() {
      for (const unsubscribe of unsubscribers.splice(0)) unsubscribe()
      settle()
    },
  }
}
