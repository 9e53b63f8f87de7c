import { createSession } from '../../src/surveys/session/createSession'
import type { SessionOptions } from '../../src/surveys/session/surveySession'
import type { Properties } from '../../src/wire/event'
import type { Question, Survey } from '../../src/wire/survey'
import { type FakeHost, type FakeHostOptions, fakeHost } from './fakeHost'
import { parsed } from './parsed'
import { questions, survey } from './surveys'

/** A survey of open questions with the ids `a`, `b`, `c`... */
export const surveyWith = (...given: Partial<Question>[]): Partial<Survey> => ({
  questions: questions(...given),
})

/** Begins a session for a visitor. */
export function startSession(
  given: Partial<Survey>,
  options: SessionOptions = {},
  host: FakeHost = fakeHost(),
) {
  const session = createSession(parsed(survey(given)), host, options)
  return { host, session, at: () => session.state().index, page: () => session.state().page }
}

/** The same visitor on the next page: another host over the same storage. */
export const nextPage = (host: FakeHost, options: FakeHostOptions = {}) =>
  fakeHost({ store: host.store, page: host.page, ...options })

/** The properties of each `survey sent`. */
export const sent = (host: FakeHost): Properties[] =>
  host.events.filter(({ event }) => event === 'survey sent').map(({ properties }) => properties)

/** Question id -> answer, of one event. */
export const responses = (properties: Properties): Properties =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => name.startsWith('$survey_response_'))
      .map(([name, value]) => [name.slice('$survey_response_'.length), value]),
  )
