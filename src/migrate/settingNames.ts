const NO_RECORDING = 'Earshot records no sessions.'
const NO_AUTOCAPTURE = 'Earshot captures no clicks. Capture the events that matter by hand.'
const NO_EXCEPTIONS = 'Earshot captures no exceptions. Use an error tracker.'
const NO_PRODUCT = 'Earshot has no such product.'
const NO_SCRIPTS = 'Earshot loads its own files alone, from one folder.'
const NO_HEADERS = 'Earshot adds no headers to requests of the page.'
const NO_HEATMAPS = 'Earshot has no heatmaps.'
const NOT_NEEDED = 'Earshot has no need of it.'

/** Settings of posthog-js without an effect in Earshot, with the reason or what to use. */
export const IGNORED_SETTINGS = {
  __add_tracing_headers: NO_HEADERS,
  __extensionClasses: NO_PRODUCT,
  _onCapture: 'Use `before_send`, or `on("eventCaptured", listener)`.',
  addTracingHeaders: NO_HEADERS,
  advanced_disable_toolbar_metrics: 'Earshot has no toolbar.',
  advanced_enable_surveys: NOT_NEEDED,
  api_method: NOT_NEEDED,
  api_transport: NOT_NEEDED,
  autocapture: NO_AUTOCAPTURE,
  capture_dead_clicks: NO_AUTOCAPTURE,
  capture_exceptions: NO_EXCEPTIONS,
  capture_heatmaps: NO_HEATMAPS,
  capture_performance: 'Earshot captures no web vitals. Capture them by hand, with web-vitals.',
  capture_webmcp: NO_PRODUCT,
  conversations: NO_PRODUCT,
  cookieWinsOnConflict: NOT_NEEDED,
  defaults: 'Earshot has one set of defaults.',
  detect_google_search_app: NOT_NEEDED,
  disableDeviceModel: 'Earshot sends no device model.',
  disable_conversations: NO_PRODUCT,
  disable_external_dependency_loading: 'Use the one-file build where no further code may be loaded.',
  disable_product_tours: NO_PRODUCT,
  disable_session_recording: NO_RECORDING,
  disable_web_experiments: NO_PRODUCT,
  enable_heatmaps: NO_HEATMAPS,
  enable_recording_console_log: NO_RECORDING,
  error_tracking: NO_EXCEPTIONS,
  external_scripts_inject_target: NO_SCRIPTS,
  identity_claims: NO_PRODUCT,
  identity_distinct_id: NO_PRODUCT,
  identity_hash: NO_PRODUCT,
  inapp_link_new_window: NOT_NEEDED,
  inapp_protocol: NOT_NEEDED,
  integrations: NO_PRODUCT,
  internal_or_test_user_hostname: 'Call `setInternalOrTestUser()` on that host.',
  ip: 'The service decides what it keeps of an address.',
  logs: 'Earshot sends no logs.',
  mask_all_element_attributes: NO_AUTOCAPTURE,
  mask_all_text: NO_AUTOCAPTURE,
  metrics: 'Earshot sends no metrics.',
  on_request_error: 'Use `on_error`.',
  on_xhr_error: 'Use `on_error`.',
  opt_in_site_apps: NO_PRODUCT,
  opt_out_persistence_by_default: 'Use `opt_out_capturing_by_default`: an opt-out stores nothing.',
  persistence_save_debounce_ms: NOT_NEEDED,
  prepare_external_dependency_script: NO_SCRIPTS,
  prepare_external_dependency_stylesheet: NO_SCRIPTS,
  rageclick: NO_AUTOCAPTURE,
  request_batching: 'Earshot sends at once, then at most once a second.',
  reuseAnonymousId: NOT_NEEDED,
  segment: 'Pass the ids by hand, with `identify` and `bootstrap`.',
  session_recording: NO_RECORDING,
  split_storage: NOT_NEEDED,
  strict_script_versioning: NO_SCRIPTS,
  trace_propagation_targets: NO_HEADERS,
  tracing_headers: NO_HEADERS,
  ui_host: 'Only the toolbar and links to recordings need it.',
  upgrade: NOT_NEEDED,
} as const satisfies Record<string, string>

/** Returns why a setting has no effect in Earshot; `undefined` for a setting that has one. */
export const ignoredSetting = (name: string): string | undefined =>
  name.startsWith('__preview_')
    ? 'A preview of posthog-js.'
    : Object.hasOwn(IGNORED_SETTINGS, name)
      ? IGNORED_SETTINGS[name as keyof typeof IGNORED_SETTINGS]
      : undefined
