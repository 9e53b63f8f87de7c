import type { SurveyHost, SurveyRuntime } from '../host'
import type { SessionOptions, SurveySession } from '../session/surveySession'
import type { PreparedSurvey } from '../targeting/prepareSurvey'

/** Creates the list of sessions that the page draws itself. See D-141. */
export function createHeadlessSessions(runtime: SurveyRuntime, host: SurveyHost) {
  /** Open sessions, each with the key of its survey. */
  const sessions = new Map<SurveySession, string>()

  return {
    start({ survey, key }: PreparedSurvey, options: SessionOptions): SurveySession {
      const session = runtime.session(survey, host, options)
      sessions.set(session, key)
      session.subscribe(() => session.state().page === 'closed' && sessions.delete(session))
      return session
    },
    /** Hides the sessions of the surveys whose key passes the filter. */
    hide(filter: (key: string) => boolean) {
      for (const [session, key] of sessions) if (filter(key)) session.hide()
    },
  }
}
