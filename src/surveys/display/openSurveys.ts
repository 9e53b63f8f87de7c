import { nullProtoRecord } from '../../lib/nullProtoRecord'
import type { ShownSurvey, ShowOptions, SurveyHost, SurveyRuntime } from '../host'
import { previewHost } from '../session/previewHost'
import type { PreparedSurvey } from '../targeting/prepareSurvey'

/** How a survey is placed on the page. See D-132. */
export interface Placement {
  prepared: PreparedSurvey
  role: 'popover' | 'widget' | 'inline'
  /** Whether it opened by itself or by its widget. Such a survey is hidden when the page's URL stops matching. */
  automatic: boolean
}

interface OpenSurvey extends Placement {
  shown: ShownSurvey | undefined
}

/** The list that `createOpenSurveys` creates. */
export type OpenSurveys = ReturnType<typeof createOpenSurveys>

/**
 * Creates the list of surveys that are open on the page.
 *
 * @param onRemoved Called after a survey was removed from the page. `ended` is false when it was only hidden.
 */
export function createOpenSurveys(
  runtime: SurveyRuntime,
  host: SurveyHost,
  onRemoved: (survey: { key: string; ended: boolean }) => void,
) {
  const openSurveys = new Set<OpenSurvey>()
  const started = new Set<string>()
  const blocked = new Set<string>()
  /** Whether the page's policy blocks the styles, so that no survey can be drawn on this page. */
  let areStylesBlocked = false

  function remove(openSurvey: OpenSurvey) {
    if (!openSurveys.delete(openSurvey)) return
    const { key } = openSurvey.prepared
    const ended = openSurvey.shown?.session.state().end !== 'hidden'
    if (ended) started.delete(key)
    else started.add(key)
    onRemoved({ key, ended })
  }

  function hideShown({ session, remove }: ShownSurvey) {
    session.hide()
    remove()
  }

  return {
    /** Opens a survey. One that cannot be drawn is reported and blocked. */
    open(placement: Placement, given: ShowOptions) {
      // A copy that inherits no option from the page. See D-357.
      const options = nullProtoRecord(given as never) as unknown as ShowOptions
      const { survey, key } = placement.prepared
      const openSurvey: OpenSurvey = { ...placement, shown: undefined }
      openSurveys.add(openSurvey)
      try {
        if (started.has(key)) options.skipShownEvent = true
        options.onBlocked = () => {
          areStylesBlocked = true
        }
        options.onClosed = () => remove(openSurvey)
        const shown = runtime.show(survey, options.isPreview ? previewHost(host) : host, options)
        openSurvey.shown = shown
        // A listener of `survey:shown` may have hidden it already.
        if (!openSurveys.has(openSurvey)) hideShown(shown)
      } catch (error) {
        openSurveys.delete(openSurvey)
        blocked.add(key)
        host.emitError('survey_failed', error)
      }
    },
    find: (key: string, role: Placement['role']): Placement | undefined =>
      [...openSurveys].find(({ prepared, role: other }) => prepared.key === key && other === role),
    /** Returns the open popover; there is one at most. */
    popover: (): Placement | undefined => [...openSurveys].find(({ role }) => role === 'popover'),
    hasPopoverInOtherFrame: runtime.hasPopoverInOtherFrame,
    /** Removes the surveys that pass the filter from the page. Captures nothing and keeps their progress. */
    hide(filter: (placement: Placement) => boolean) {
      for (const openSurvey of [...openSurveys].filter(filter)) {
        if (openSurvey.shown) hideShown(openSurvey.shown)
        remove(openSurvey)
      }
    },
    /** Whether the survey was opened on this page and then hidden, so that opening it again is no new display. */
    isStarted: (key: string) => started.has(key),
    /** Makes the survey no longer count as started. */
    forget(key: string) {
      started.delete(key)
    },
    /** Whether the survey must not open again on this page. */
    isBlocked: (key: string) => areStylesBlocked || blocked.has(key),
    /** Keeps the survey from opening again on this page. */
    block(key: string) {
      blocked.add(key)
    },
    reset() {
      started.clear()
      blocked.clear()
    },
  }
}
