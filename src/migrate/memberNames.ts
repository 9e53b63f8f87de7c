const NO_RECORDING = 'Does nothing: Earshot records no sessions. Remove the call.'
const NO_EXCEPTIONS = 'Does nothing: Earshot captures no exceptions. Use an error tracker.'
const NO_IDENTITY = 'Does nothing: Earshot has no verified identities. Remove the call.'
const NO_OBJECT = 'Is undefined: Earshot has no such part. Remove it.'
const NO_METHOD = 'Is no method of Earshot. Remove the call.'

/** Parts of the client of posthog-js that Earshot does not have: `undefined`, so that `?.` protects. */
const MISSING_OBJECTS = [
  'autocapture',
  'conversations',
  'deadClicksAutocapture',
  'exceptionObserver',
  'exceptions',
  'experiments',
  'externalIntegrations',
  'heatmaps',
  'historyAutocapture',
  'logger',
  'logs',
  'metrics',
  'pageViewManager',
  'productTours',
  'rateLimiter',
  'replay',
  'requestRouter',
  'scrollManager',
  'sessionPropsManager',
  'siteApps',
  'toolbar',
  'tracingHeaders',
  'webMCP',
  'webPerformance',
  'webVitalsAutocapture',
]

/** Members of the client of posthog-js that Earshot does not have, or that do nothing, and what to do. */
export const MISSING_MEMBERS: ReadonlyMap<string, string> = new Map([
  ...MISSING_OBJECTS.map((name): [string, string] => [name, NO_OBJECT]),
  ['addExceptionStep', NO_EXCEPTIONS],
  ['analyticsDefaultEndpoint', NO_OBJECT],
  ['calculateEventProperties', NO_METHOD],
  ['captureException', NO_EXCEPTIONS],
  ['captureLog', NO_METHOD],
  ['captureTraceFeedback', 'Does nothing. Use `capture`.'],
  ['captureTraceMetric', 'Does nothing. Use `capture`.'],
  ['clearIdentity', NO_IDENTITY],
  ['consent', 'Is undefined. Use `get_explicit_consent_status()`.'],
  ['decideEndpointWasHit', 'Is undefined. Use `flagsEndpointWasHit`.'],
  ['getExtension', NO_METHOD],
  ['get_session_replay_url', NO_RECORDING],
  ['loadToolbar', 'Does nothing: Earshot has no toolbar. Remove the call.'],
  ['sessionManager', 'Is undefined. Use `get_session_id()` and `onSessionId()`.'],
  ['sessionPersistence', 'Is undefined. Use `getSessionProperty()`.'],
  ['sessionRecording', 'Is undefined: Earshot records no sessions. Remove it.'],
  ['sessionRecordingStarted', 'Is always false: Earshot records no sessions.'],
  ['setIdentity', NO_IDENTITY],
  ['startExceptionAutocapture', NO_EXCEPTIONS],
  ['startSessionRecording', NO_RECORDING],
  ['stopExceptionAutocapture', NO_EXCEPTIONS],
  ['stopSessionRecording', NO_RECORDING],
])
