import type { CapturedEvent, Properties } from '../../../wire/event'
import type { DemoPerson } from './demoPeople'
import type { Random } from './random'

/** One visit of a person to the site of the demonstration. */
export interface Visit {
  /** The distinct id of the visitor at the moment. */
  id(): string
  /** Sets the distinct id of the events that follow. */
  signIn(distinctId: string): void
  path(): string
  goTo(path: string): void
  /** Epoch ms of the latest event. */
  time(): number
  daysAgo(): number
  /** Captures an event a number of seconds after the one before it. Events after now have not happened yet. */
  capture(event: string, properties?: Properties, seconds?: number): void
}

interface VisitDeps {
  random: Random
  now: number
  person: DemoPerson
  /** Epoch ms. */
  start: number
  add: (event: CapturedEvent) => void
}

const HOST = 'wayfare.example.com'

/** Starts a visit, whose visitor is not signed in. */
export function createVisit({ random, now, person, start, add }: VisitDeps): Visit {
  const session = random.uuid(start)
  let time = start
  let path = '/'
  let id = person.anonymousId
  return {
    id: () => id,
    signIn: distinctId => {
      id = distinctId
    },
    path: () => path,
    goTo: next => {
      path = next
    },
    time: () => time,
    daysAgo: () => (now - time) / 86_400_000,
    capture: (event, { $set, ...properties } = {}, seconds = random.between(4, 70)) => {
      time += seconds * 1000
      if (time > now) return
      // A visitor without an account has no profile, as with `person_profiles: 'identified_only'`.
      const profile =
        id === person.anonymousId ? { $process_person_profile: false } : $set === undefined ? {} : { $set }
      add({
        uuid: random.uuid(time),
        event,
        distinct_id: id,
        timestamp: new Date(time).toISOString(),
        properties: {
          ...person.device,
          $current_url: `https://${HOST}${path}`,
          $pathname: path,
          $host: HOST,
          $session_id: session,
          $lib: 'earshot',
          ...profile,
          ...properties,
        },
      })
    },
  }
}
