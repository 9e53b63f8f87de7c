/** Settings of posthog-js for products that Earshot does not have. They are accepted and ignored. */
export type IgnoredConfig = Partial<
  Record<
    | '__add_tracing_headers'
    | 'autocapture'
    | 'capture_dead_clicks'
    | 'capture_exceptions'
    | 'capture_heatmaps'
    | 'capture_performance'
    | 'defaults'
    | 'disable_conversations'
    | 'disable_external_dependency_loading'
    | 'disable_product_tours'
    | 'disable_session_recording'
    | 'disable_web_experiments'
    | 'enable_heatmaps'
    | 'enable_recording_console_log'
    | 'error_tracking'
    | 'logs'
    | 'mask_all_element_attributes'
    | 'mask_all_text'
    | 'opt_in_site_apps'
    | 'rageclick'
    | 'request_batching'
    | 'session_recording'
    | 'tracing_headers'
    | 'ui_host',
    unknown
  >
>

/** Methods of posthog-js for products that Earshot does not have. They do nothing; the first call of each goes to `on_error`. */
export interface UnsupportedMethods {
  addExceptionStep(...args: unknown[]): undefined
  captureException(...args: unknown[]): undefined
  captureTraceFeedback(...args: unknown[]): undefined
  captureTraceMetric(...args: unknown[]): undefined
  clearIdentity(): undefined
  get_session_replay_url(...args: unknown[]): string
  loadToolbar(...args: unknown[]): boolean
  sessionRecordingStarted(): boolean
  setIdentity(...args: unknown[]): undefined
  startExceptionAutocapture(...args: unknown[]): undefined
  startSessionRecording(...args: unknown[]): undefined
  stopExceptionAutocapture(): undefined
  stopSessionRecording(): undefined
}

/** An integration of Sentry without an effect. */
export interface SentryIntegration {
  name: string
  setupOnce(): void
}

/** Returns an integration that does nothing, with and without `new`: an arrow would refuse `new`. See D-470. */
export function SentryIntegration(): SentryIntegration {
  return { name: 'earshot', setupOnce() {} }
}
