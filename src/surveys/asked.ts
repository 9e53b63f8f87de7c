import type { Properties } from '../wire/event'
import type { SurveyPosition } from '../wire/survey'
import { type Candidate, isAboutSurvey, reasonAgainst, type Surroundings } from './eligibility'
import type { ShowOptions, SurveyHost } from './host'
import type { Billing, Stage } from './stage'

/** How `displaySurvey` shows a survey. `surveys.md` 8.2 in DECISIONS, "displaySurvey". */
export interface DisplaySurveyOptions {
  /** Missing means `popover`. */
  displayType?: 'popover' | 'inline'
  /** True: neither dates nor flags nor earlier answers count. */
  ignoreConditions?: boolean
  /** True: `surveyPopupDelaySeconds` does not count. */
  ignoreDelay?: boolean
  /** Added to every event of this survey; never over our own. */
  properties?: Properties
  /** Answers by position: places of choices, values of ratings, or the answers themselves. */
  initialResponses?: Record<number, unknown>
  position?: SurveyPosition
  /** Inline: where it goes. Popover: what `next_to_trigger` stands next to. */
  selector?: string | Element
  /** True: the page has reported `survey shown` itself. */
  skipShownEvent?: boolean
}

/** Surveys that the page asks for by name. */
export interface Asked {
  display(candidate: Candidate, options: DisplaySurveyOptions): void
  cancel(key: string): void
  stop(): void
}

interface Parts {
  host: SurveyHost
  stage: Stage
  lookAround(): Surroundings
  /** Runs without an evaluation in between. */
  atOnce(run: () => void): void
}

/** Shows surveys for the page; whatever keeps one from showing goes to `host.report`. */
export function createAsked({ host, stage, lookAround, atOnce }: Parts): Asked {
  const { page } = host
  /** What ends the wait of a survey, by its key. */
  const waits = new Map<string, () => void>()
  const prefilled = new Set<string>()

  function refusal(candidate: Candidate, { ignoreConditions, displayType, selector }: DisplaySurveyOptions) {
    const among = ignoreConditions ? ({ name }: { name: string }) => name === 'type' : isAboutSurvey
    const reason = reasonAgainst(candidate, lookAround(), among)
    if (reason) return reason
    if (!host.canCapture()) return 'capturing is off'
    const lost = typeof selector === 'string' ? !page.has(selector) : !selector
    return displayType === 'inline' && lost ? 'container' : undefined
  }

  function allowed(candidate: Candidate, options: DisplaySurveyOptions): boolean {
    const reason = refusal(candidate, options)
    if (reason) host.report('survey_not_displayed', { id: candidate.survey.id, reason })
    return !reason
  }

  /** An address answers for a survey once; a second container on the same page begins untouched. */
  function prefills(key: string): boolean {
    if (host.settings().surveys.prefillFromUrl !== true || prefilled.has(key)) return false
    prefilled.add(key)
    return true
  }

  function showOptions({ key, survey }: Candidate, options: DisplaySurveyOptions): ShowOptions {
    const { properties, initialResponses, skipShownEvent, position, selector } = options
    const common = { properties, initialResponses, skipShownEvent }
    if (options.displayType === 'inline') {
      return { ...common, display: 'inline', container: selector, prefillFromUrl: prefills(key) }
    }
    return { ...common, display: 'popover', position, anchor: selector ?? survey.appearance.widgetSelector }
  }

  function show(candidate: Candidate, options: DisplaySurveyOptions) {
    host.loadRuntime().then(
      runtime => {
        const role = options.displayType === 'inline' ? 'inline' : 'popover'
        const isOpen = role === 'popover' && stage.find(candidate.key, role)
        if (isOpen || !allowed(candidate, options)) return
        const makesRoom = (other: Billing) =>
          other.role === role && (role === 'popover' || other.candidate.key === candidate.key)
        atOnce(() => {
          stage.hide(makesRoom)
          stage.open(runtime, { candidate, role, automatic: false }, showOptions(candidate, options))
        })
      },
      error => host.report('survey_ui_failed', error),
    )
  }

  function cancel(key: string) {
    waits.get(key)?.()
    waits.delete(key)
  }

  function whenVisible(key: string, run: () => void) {
    cancel(key)
    if (page.visible()) return run()
    const stop = page.on('visible', () => {
      cancel(key)
      run()
    })
    waits.set(key, stop)
  }

  return {
    display(candidate, options) {
      const { key, delayMs } = candidate
      cancel(key)
      if (!allowed(candidate, options)) return
      const ready = () => whenVisible(key, () => show(candidate, options))
      if (options.ignoreDelay || delayMs === 0) ready()
      else waits.set(key, page.after(delayMs, ready))
    },
    cancel,
    stop() {
      for (const key of [...waits.keys()]) cancel(key)
    },
  }
}
