/**
 * Names of properties that only Earshot's own code in the browser reads: the build shortens them. None of them may be public,
 * sent, stored, or a name of the web platform; `test/privateProperties.test.ts` finds those that are. The first have the
 * shortest names, so those that are used most often come first.
 */
const NAMES = `
  emitError monotonicNow prepared setTimer canCapture passes failures outbox questionTexts onExternalChange isStarted
  logUsageError receive isAnswered isCookieless pageviews firedAt lastHandover isoTimestamp onCaptured onPerson
  onSession onThrow selectsByKey uses branchKey delayMs labelling onConsent submitsAtOnce viewportHeight branchKeys
  browserInfo canRequest captureFirstView isIdentified matchesSelector onFlagInputs onFlags pausedUntil startEvents
  Control apiUrl automatic contentHeight flagsLoaded isInProgress isPreview isSeen isTriggered
  maxBatchEvents onResult onSkipped primaryWindow repeatable translated ttlMinutes boot chunkLoader compileMatcher
  eventProperties evictNewest forgetAnonymousId giveBack hasPopoverInOtherFrame identityKey isBlocked
  isBootstrapRefused isBot isKeptAlive isUnstyled keepaliveBudget onFailure onRequest payloadText post recordEvent
  remoteConfig requestFeatures retryAfterMs shouldProcessPerson stores translateFor acquire act canSend describedBy
  due earlyRequest encoder eventContext featureFlagsApi fetchSurveys firstFailedCheck fits hasHint hasQueued
  inputsChanged isFinishedElsewhere isLoading isQueued isReached joins loadDisplay loadWords maxContent maxY onPick
  onReady personProperties reloadFlags saveHandover saveProgress screenHeight screenWidth setBackend setSessionId
  submitLabel tabStore takeAll timedOut valueFor waitMs whenIdle Action activityKey anonymousId beacon buildUrl
  cachedSurveys cancelPending changes closable conditionUrl cookieKeys createDisplay currentContext distinctId early
  encodeSync evictEvent explain fail firedTriggers firstTouch flagStore flagsKey flipped flushIntervalMs former
  getMatching groupProperties hasProgress hasSurveys hasValidConditions hasValues forget idleTimeoutMs isNamed
  initialProperties isFollowUp isKnown isLeaving isOutdated isSettled isStale lastSeenAt library loadRuntime
  loader mood newVisitorId notePerson onBlocked onClosed onConfigMissing onConsentChange onExternalConsent onLoaded
  onMatching onMutation onReceived onReloading onReply onRestore onSent onSurveys onWidgetToggle openSurveys
  otherOutboxes override pageState pageUrl personLanguage record recordActivity redraw reloadExpired removeOldest
  reportedValues requestBody requestFlag requeue resync scrollState sessionProperties setIfUnclaimed setPaused
  setReportedValues discardHandovers settleHandedOver skipRequest startMs suppress surveyList surveyLoader tagConfig
  takeEarlyRequest takeSnippetCalls timezoneOffset touchPoints trackRead unsuppress viewportWidth withConfig outboxStore
  tabKeys ownOutboxKeys removeDelivered adopt expand sessions identity environment evaluation methods run args core globalName isCut copy texts sync last emit windowId
`

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** The names of variables that minified code uses most, so that the names compress well. */
const LETTERS = 'etrinsoaldcu'

/** A capital and at most one letter: a name that no other property has. */
const shortName = index =>
  CAPITALS[index % CAPITALS.length] + (LETTERS[Math.floor(index / CAPITALS.length) - 1] ?? '')

export const PRIVATE_PROPERTIES = NAMES.trim().split(/\s+/)

/** Private name -> short name. The same in every file, because files read each other's properties. */
const SHORT_NAMES = Object.fromEntries(PRIVATE_PROPERTIES.map((name, index) => [name, shortName(index)]))
const PATTERN = new RegExp(`^(${PRIVATE_PROPERTIES.join('|')})$`)

/** Options of terser, which would keep the names of all browsers and libraries that it knows, such as `sessions`. */
export const terserNames = () => ({
  mangle: { properties: { regex: PATTERN, builtins: true } },
  nameCache: {
    props: {
      props: Object.fromEntries(Object.entries(SHORT_NAMES).map(([name, short]) => [`$${name}`, short])),
    },
  },
})

/** Options of esbuild, for tests of sources in a browser: they run with the names of the build. */
export const esbuildNames = () => ({ mangleProps: PATTERN, mangleCache: { ...SHORT_NAMES } })
