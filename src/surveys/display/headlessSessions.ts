import type { SurveyHost, SurveyRuntime } from '../host'
import type { SessionOptions, SurveySession } from '../session/surveySession'
import type { PreparedSurvey } from '../targeting/prepareSurvey'

/** Creates the list of sessions that the page draws itself. See D-141. */
export function createHeadlessSessions(runtime: SurveyRuntime, host: SurveyHost) {
  /** Open sessions, without `session` while they are created, each with the key of its survey. */
  const sessions = new Set<{ key: string; session?: SurveySession }>()

  return {
    start({ survey, key }: PreparedSurvey, options: SessionOptions): SurveySession {
      const entry: { key: string; session?: SurveySession } = { key }
      sessions.add(entry)
      const session = runtime.session(survey, host, options)
      entry.session = session
      // A listener of its first answers may have hidden it, by a change of person. See D-613.
      if (!sessions.has(entry)) session.hide()
      session.subscribe(() => session.state().page === 'closed' && sessions.delete(entry))
      return session
    },
    /** Hides the sessions of the surveys whose key passes the filter. */
    hide(filter: (key: string) => boolean) {
      for (const entry of sessions) {
        if (!filter(entry.key)) continue
        sessions.delete(entry)
        entry.session?.hide()
      }
    },
  }
}
