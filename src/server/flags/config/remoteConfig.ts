import type { RemoteConfig } from '../../../wire/flag'
import type { Survey } from '../../../wire/survey'

/** What a project's configuration answer depends on. */
interface ConfigSources {
  surveys: Survey[]
  hasFlags: boolean
  recordingsLimited: boolean
  /** Fields that the tests or the owner of the service replace. */
  overrides: Record<string, unknown>
}

/** The fields that `config=true` adds. Interface section 4.3; further fields in DECISIONS, "Config answer". */
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
