import { createFlags, type FlagHost } from '../flags/flags'
import type { Config } from './api'
import type { Methods } from './methods'

const ignore = () => {}

/**
 * Creates the methods of a client on a server, which answer from `bootstrap` alone: without clock, chance, storage and requests.
 * See D-397.
 */
export function createServerMethods(config: Config): Partial<Methods> {
  // Only workers of a browser have it. A server stays silent, because it renders the page of a client that captures later.
  if ('WorkerNavigator' in globalThis)
    console.warn('earshot.init: nothing is captured in a worker. Call init on the page')
  const { store, methods, featureFlagsApi } = createFlags({
    page: { now: () => 0 },
    store: { read: () => null, write: () => false, remove: ignore },
    loader: { reloadExpired: ignore },
    key: '',
    config: () => config,
    identityKey: () => '',
    isBootstrapRefused: () => false,
    capture: () => false,
    reportedValues: () => ({}),
    setReportedValues: ignore,
    onThrow: ignore,
    emitError: ignore,
    // Reads need no more of the host than this.
  } as unknown as FlagHost)
  store.load()
  const {
    getFeatureFlag,
    isFeatureEnabled,
    getFeatureFlagPayload,
    getFeatureFlagResult,
    getAllFeatureFlags,
  } = methods
  const { getFlags, getFlagVariants, getFlagPayloads } = featureFlagsApi
  return {
    getFeatureFlag,
    isFeatureEnabled,
    getFeatureFlagPayload,
    getFeatureFlagResult,
    getAllFeatureFlags,
    // A server renders many pages: no listener may stay.
    onFeatureFlags: callback => {
      methods.onFeatureFlags(callback)()
      return ignore
    },
    featureFlags: { getFlags, getFlagVariants, getFlagPayloads },
    get_distinct_id: () => config.bootstrap?.distinctID ?? '',
  } as Partial<Methods>
}
