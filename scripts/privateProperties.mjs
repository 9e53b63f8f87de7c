/**
 * Names of properties that only Earshot's own code in the browser reads: the build shortens them. None of them may be public,
 * sent, stored, or a name of the web platform; `test/privateProperties.test.ts` finds those that are. The first 26
 * have the shortest names, so they are those that are used most often. The others are in the order of the bundles, so that names that
 * stand together are alike.
 */
const NAMES = `
  emitError monotonicNow prepared setTimer canCapture passes failures outbox questionTexts onExternalChange isStarted
  logUsageError receive isAnswered isCookieless pageviews firedAt lastHandover isoTimestamp onCaptured onPerson onSession
  onThrow selectsByKey uses branchKey copy isCut emit timezoneOffset screenWidth screenHeight viewportWidth viewportHeight
  touchPoints whenIdle browserInfo scrollState contentHeight matchesSelector onMutation acquire texts pausedUntil
  requestFeatures identityKey cookieKeys activityKey fits former isNamed setIfUnclaimed sync flagsLoaded startEvents isTriggered
  waitMs isInProgress repeatable isSeen hasValidConditions delayMs encodeSync canRequest onRequest early retryAfterMs isLeaving
  timedOut post keepaliveBudget beacon apiUrl identity requestFlag distinctId record forget setBackend chunkLoader stores
  evictEvents ownOutboxKeys primaryWindow onConsentChange outboxStore tabStore evictNewest tabKeys onExternalConsent
  cachedSurveys hasSurveys loadRuntime loadWords encoder idleTimeoutMs windowId recordActivity environment sessionProperties
  initialProperties firstTouch isKeptAlive hasQueued isQueued expand removeDelivered requeue removeOldest saveHandover
  discardHandovers settleHandedOver resync otherOutboxes adopt maxBatchEvents buildUrl flushIntervalMs canSend onRestore maxY
  maxContent last captureFirstView startMs library isBot sessions shouldProcessPerson isIdentified eventContext eventProperties
  newVisitorId onFlagInputs isBootstrapRefused groupProperties personProperties anonymousId forgetAnonymousId flagsKey methods
  earlyRequest inputsChanged remoteConfig requestBody onFailure onReply isOutdated withConfig onSkipped onReloading
  reloadExpired setPaused onSent onConfigMissing onSurveys onFlags skipRequest fail loader onReceived override trackRead
  valueFor payloadText isStale isSettled isKnown hasValues flagStore reportedValues setReportedValues featureFlagsApi
  surveyLoader boot lastSeenAt recordEvent fetchSurveys onLoaded ttlMinutes conditionUrl compileMatcher currentContext
  firstFailedCheck formerUrl forgetUrl createDisplay surveyList evaluation onMatching loadDisplay getMatching cancelPending explain reloadFlags
  personLanguage onConsent notePerson changes run args onResult takeAll core takeEarlyRequest takeSnippetCalls tagConfig
  globalName flipped mood isFollowUp closable isPreview act branchKeys submitsAtOnce labelling Action submitLabel onPick hasHint
  Control describedBy hasProgress pageState redraw isUnstyled onReady isLoading translateFor joins translated pageUrl
  isFinishedElsewhere saveProgress setSessionId suppress onBlocked onClosed hasPopoverInOtherFrame isBlocked automatic
  onWidgetToggle openSurveys firedTriggers isReached due unsuppress giveBack reconcile isElsewhere claim discardAll ofTab
  awaitAnswers wasOpened isOnline whyBlocked limitMs
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
