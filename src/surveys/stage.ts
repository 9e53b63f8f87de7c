import type { Candidate } from './eligibility'
import type { ShownSurvey, ShowOptions, SurveyHost, SurveyRuntime } from './host'

/** How a survey came to be on the page: `automatic` ones go when the page's address stops matching. */
export interface Billing {
  candidate: Candidate
  role: 'popover' | 'widget' | 'inline'
  automatic: boolean
}

interface Act extends Billing {
  shown: ShownSurvey | undefined
}

/** The surveys that are on the page. */
export interface Stage {
  open(billing: Billing, options: ShowOptions): void
  find(key: string, role: Billing['role']): Billing | undefined
  /** The one popover there can be. */
  popover(): Billing | undefined
  /** Takes surveys off the page without a word to the service; they are under way still. */
  hide(which: (billing: Billing) => boolean): void
  /** True: begun on this page and hidden, so that showing it again is no new display. */
  isBegun(key: string): boolean
  /** True: it is not shown again on this page; it could not be drawn, or goes on in another tab. */
  isBarred(key: string): boolean
  bar(key: string): void
  /** Forgets what was begun. */
  forget(key: string): void
  reset(): void
}

/** Makes an empty stage; `onLeave` hears what left it, and whether its run was ended and not only hidden. */
export function createStage(
  runtime: SurveyRuntime,
  host: SurveyHost,
  onLeave: (billing: Billing, ended: boolean) => void,
): Stage {
  const acts = new Set<Act>()
  const begun = new Set<string>()
  const barred = new Set<string>()

  function leave(act: Act) {
    if (!acts.delete(act)) return
    const { key } = act.candidate
    const ended = act.shown?.session.state().end !== 'hidden'
    if (ended) begun.delete(key)
    else begun.add(key)
    onLeave(act, ended)
  }

  function close({ session, remove }: ShownSurvey) {
    session.hide()
    remove()
  }

  return {
    open(billing, options) {
      const { survey, key } = billing.candidate
      const act: Act = { ...billing, shown: undefined }
      acts.add(act)
      try {
        const shown = runtime.show(survey, host, {
          ...options,
          skipShownEvent: options.skipShownEvent || begun.has(key),
          onClosed: () => leave(act),
        })
        act.shown = shown
        // Whoever heard that it is shown has had it hidden at once.
        if (!acts.has(act)) close(shown)
      } catch (error) {
        acts.delete(act)
        barred.add(key)
        host.report('survey_failed', error)
      }
    },
    find: (key, role) => [...acts].find(act => act.candidate.key === key && act.role === role),
    popover: () => [...acts].find(act => act.role === 'popover'),
    hide(which) {
      for (const act of [...acts].filter(which)) {
        if (act.shown) close(act.shown)
        leave(act)
      }
    },
    isBegun: key => begun.has(key),
    isBarred: key => barred.has(key),
    bar: key => void barred.add(key),
    forget: key => void begun.delete(key),
    reset() {
      begun.clear()
      barred.clear()
    },
  }
}
