import type { ShownSurvey, ShowOptions, SurveyHost, SurveyRuntime } from '../host'
import type { PreparedSurvey } from '../targeting/prepareSurvey'

/** How a survey came to be on the page: `automatic` ones go when the page's address stops matching. */
export interface Placement {
  prepared: PreparedSurvey
  role: 'popover' | 'widget' | 'inline'
  automatic: boolean
}

interface OpenSurvey extends Placement {
  shown: ShownSurvey | undefined
}

/** The surveys that are on the page. */
export interface OpenSurveys {
  open(placement: Placement, options: ShowOptions): void
  find(key: string, role: Placement['role']): Placement | undefined
  /** The one popover there can be. */
  popover(): Placement | undefined
  /** Takes surveys off the page without a word to the service; they are under way still. */
  hide(which: (placement: Placement) => boolean): void
  /** True: begun on this page and hidden, so that showing it again is no new display. */
  isStarted(key: string): boolean
  /** True: it is not shown again on this page; it could not be drawn, or goes on in another tab. */
  isBlocked(key: string): boolean
  block(key: string): void
  /** Forgets what was begun. */
  forget(key: string): void
  reset(): void
}

/** Makes an empty stage; `onLeave` hears what left it, and whether its run was ended and not only hidden. */
export function createOpenSurveys(
  runtime: SurveyRuntime,
  host: SurveyHost,
  onClose: (placement: Placement, ended: boolean) => void,
): OpenSurveys {
  const openSurveys = new Set<OpenSurvey>()
  const started = new Set<string>()
  const blocked = new Set<string>()

  function onRemoved(openSurvey: OpenSurvey) {
    if (!openSurveys.delete(openSurvey)) return
    const { key } = openSurvey.prepared
    const ended = openSurvey.shown?.session.state().end !== 'hidden'
    if (ended) started.delete(key)
    else started.add(key)
    onClose(openSurvey, ended)
  }

  function close({ session, remove }: ShownSurvey) {
    session.hide()
    remove()
  }

  return {
    open(placement, options) {
      const { survey, key } = placement.prepared
      const openSurvey: OpenSurvey = { ...placement, shown: undefined }
      openSurveys.add(openSurvey)
      try {
        const shown = runtime.show(survey, host, {
          ...options,
          skipShownEvent: options.skipShownEvent || started.has(key),
          onClosed: () => onRemoved(openSurvey),
        })
        openSurvey.shown = shown
        // Whoever heard that it is shown has had it hidden at once.
        if (!openSurveys.has(openSurvey)) close(shown)
      } catch (error) {
        openSurveys.delete(openSurvey)
        blocked.add(key)
        host.emitError('survey_failed', error)
      }
    },
    find: (key, role) =>
      [...openSurveys].find(openSurvey => openSurvey.prepared.key === key && openSurvey.role === role),
    popover: () => [...openSurveys].find(openSurvey => openSurvey.role === 'popover'),
    hide(which) {
      for (const openSurvey of [...openSurveys].filter(which)) {
        if (openSurvey.shown) close(openSurvey.shown)
        onRemoved(openSurvey)
      }
    },
    isStarted: key => started.has(key),
    isBlocked: key => blocked.has(key),
    block: key => void blocked.add(key),
    forget: key => void started.delete(key),
    reset() {
      started.clear()
      blocked.clear()
    },
  }
}
