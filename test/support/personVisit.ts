import { fakeRuntime } from './fakeRuntime'
import { type StartOptions, startClient } from './startClient'

/** A page with surveys, a second after its start. */
export type PersonVisit = Awaited<ReturnType<typeof visit>>

/** Opens a page with surveys, and waits until they are shown. */
export async function visit(options: StartOptions = {}) {
  const { runtime, ...display } = fakeRuntime()
  const started = startClient({ runtime, ...options })
  await started.settle(1_000)
  return { ...started, ...display }
}

/** Finishes the survey on display, if there is one, with one text for each question. */
export function finish({ shown }: Pick<PersonVisit, 'shown'>) {
  const session = shown[0]?.session
  while (session && shown[0]?.session === session && session.question()) session.answer('text of b')
}

/** Returns the stored events of a person as JSON. */
export const eventsOf = async (page: PersonVisit, id: string) =>
  JSON.stringify((await page.events()).filter(({ distinct_id }) => distinct_id === id))

/** Returns the bodies of all requests for a person. */
export const bodiesOf = ({ service }: PersonVisit, id: string) =>
  service.state
    .requests()
    .map(({ body }) => JSON.stringify(body) ?? '')
    .filter(body => body.includes(`"distinct_id":"${id}"`))
    .join()
