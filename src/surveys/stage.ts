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

/** The surveys that are on the page, and the part that draws them. */
export interface Stage {
  /** The part that draws; while it is not there it is fetched, and `onChange` tells when it is. */
  runtime(): SurveyRuntime | undefined
  /** @returns Whether it is on the page now. */
  open(runtime: SurveyRuntime, billing: Billing, options: ShowOptions): boolean
  /** Finds an open survey by its key. */
  find(key: string, role?: Billing['role']): Billing | undefined
  /** The one popover there can be. */
  popover(): Billing | undefined
  /** Takes surveys off the page without a word to the service; they are under way still. */
  hide(which: (billing: Billing) => boolean): void
  /** True: begun on this page and hidden, so that showing it again is no new display (W27). */
  isBegun(key: string): boolean
  /** True: it could not be drawn; it is not tried again on this page. */
  isBroken(key: string): boolean
  forget(): void
}

const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 600_000

/** Makes an empty stage; `onChange` is called when something left it, or when drawing has become possible. */
export function createStage(host: SurveyHost, onChange: () => void): Stage {
  const { page } = host
  const acts = new Set<Act>()
  const begun = new Set<string>()
  const broken = new Set<string>()
  let runtime: SurveyRuntime | undefined
  let fetching = false
  let failures = 0
  let pauseUntil = 0

  function fetchRuntime() {
    if (fetching || page.elapsed() < pauseUntil) return
    fetching = true
    host.loadRuntime().then(
      loaded => {
        fetching = false
        runtime = loaded
        onChange()
      },
      error => {
        fetching = false
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS)
        pauseUntil = page.elapsed() + pause
        host.report('survey_ui_failed', error)
        page.after(pause, onChange)
      },
    )
  }

  function leave(act: Act) {
    if (!acts.delete(act)) return
    const end = act.shown?.session.state().end
    if (end === 'hidden') begun.add(act.candidate.key)
    else begun.delete(act.candidate.key)
    onChange()
  }

  return {
    runtime() {
      if (!runtime) fetchRuntime()
      return runtime
    },
    open(loaded, billing, options) {
      const { candidate } = billing
      const act: Act = { ...billing, shown: undefined }
      acts.add(act)
      try {
        act.shown = loaded.show(candidate.survey, host, {
          ...options,
          skipShownEvent: options.skipShownEvent || begun.has(candidate.key),
          onClosed: () => leave(act),
        })
        return acts.has(act)
      } catch (error) {
        acts.delete(act)
        broken.add(candidate.key)
        host.report('survey_failed', error)
        return false
      }
    },
    find: (key, role) => [...acts].find(act => act.candidate.key === key && (!role || act.role === role)),
    popover: () => [...acts].find(act => act.role === 'popover'),
    hide(which) {
      for (const act of [...acts].filter(which)) {
        act.shown?.session.hide()
        act.shown?.remove()
        leave(act)
      }
    },
    isBegun: key => begun.has(key),
    isBroken: key => broken.has(key),
    forget: () => begun.clear(),
  }
}
