import type { RemoteConfig } from '../../../wire/flag'
import type { Survey } from '../../../wire/survey'

/** The parts of a project that its configuration depends on. */
interface ConfigSources {
  surveys: Survey[]
  hasFlags: boolean
  recordingsLimited: boolean
  /** Fields of the configuration to replace, from the options or `state.setConfig`. */
  overrides: Record<string, unknown>
}

/** Returns the fields that `config=true` adds. Interface section 4.3; further fields in D-288. */
export function remoteConfig(sources: ConfigSources): RemoteConfig & Record<string, unknown> {
  return {
    config: { enable_collect_everything: true },
    toolbarParams: {},
    isAuthenticated: false,
    supportedCompression: ['gzip', 'gzip-js', 'lz64'],
    hasFeatureFlags: sources.hasFlags,
    sessionRecording: false,
    capturePerformance: { network_timing: true, web_vitals: false, web_vitals_allowed_metrics: null },
    captureDeadClicks: false,
    autocapture_opt_out: false,
    autocaptureExceptions: false,
    errorTracking: { autocaptureExceptions: false, suppressionRules: [] },
    analytics: { endpoint: '/i/v0/e/' },
    elementsChainAsString: true,
    surveys: sources.surveys,
    heatmaps: false,
    flagsPersistenceDefault: false,
    defaultIdentifiedOnly: true,
    siteApps: [],
    ...sources.overrides,
    ...(sources.recordingsLimited ? { sessionRecording: false } : {}),
  }
}
