import type { FlagsReply, FlagValue } from '../../wire/flag'
import { BATCH_PATH, FLAGS_PATH } from '../../wire/paths'
import { DEFAULT_PROJECT_KEY, type ServiceOptions } from '../options'
import { createService, type Service } from '../service'
import type { Store } from '../store/store'
import type { Arrival } from '../testing/demo/arrival'
import type { Demo } from '../testing/demo/createDemo'
import { createRandom } from '../testing/demo/random'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * Sends the events of a demonstration to the project of a store, through the endpoints that sites use.
 *
 * @throws Error that says why the store takes no more, such as a full disk. Replies do not tell it. See D-763.
 */
export async function fillDemo(store: Store, demo: Demo): Promise<void> {
  let failure: Error | undefined
  const observed: Store = {
    ...store,
    transaction: (work, ...rest) =>
      store.transaction(work, ...rest).catch(error => {
        failure = error
        throw error
      }),
  }
  try {
    await sendEvents(observed, demo)
  } catch (error) {
    if (!failure) throw error
    throw new Error(
      `cannot write the data of the demo: ${failure.message}. The database has a part of it. Delete it before the next start`,
    )
  }
}

/** Sends the events. The clock of the service follows them, so that they are received when they occur. See D-602. */
async function sendEvents(store: Store, demo: Demo): Promise<void> {
  const { now } = demo
  let clock = now
  const random = createRandom(1)
  const options: ServiceOptions = {
    store,
    now: () => clock,
    uuid: () => random.uuid(clock),
    // The store is seeded.
    users: [],
    personalKeys: [],
    projects: [],
  }
  const service = createService(options)
  for (const arrivals of batchesOf(demo.arrivals(await evaluateFlags(service, demo)), now)) {
    clock = arrivals.at(-1)!.at
    const batch = arrivals.map(({ event }) => event)
    await post(service, BATCH_PATH, { api_key: DEFAULT_PROJECT_KEY, batch })
  }
}

/** Returns the values of flags that the service has for each person with an account, without those that are off. */
async function evaluateFlags(
  service: Service,
  { people }: Demo,
): Promise<Map<string, Record<string, FlagValue>>> {
  const values = new Map<string, Record<string, FlagValue>>()
  for (const { distinctId, properties } of people) {
    if (distinctId === undefined) continue
    const { flags = {} } = (await post(service, `${FLAGS_PATH}?v=2`, {
      api_key: DEFAULT_PROJECT_KEY,
      distinct_id: distinctId,
      person_properties: properties,
    })) as FlagsReply
    const entries = Object.entries(flags).map(
      ([key, { enabled, variant }]) => [key, variant ?? enabled] as const,
    )
    values.set(distinctId, Object.fromEntries(entries))
  }
  return values
}

/** Groups the events by hour, and those of the last hour by minute: the status of a service shows its minutes. */
function batchesOf(arrivals: Arrival[], now: number): Arrival[][] {
  const batches = new Map<string, Arrival[]>()
  for (const arrival of arrivals) {
    const step = now - arrival.at < HOUR_MS ? MINUTE_MS : HOUR_MS
    const key = `${Math.floor(arrival.at / step)} ${step}`
    batches.set(key, [...(batches.get(key) ?? []), arrival])
  }
  return [...batches.values()]
}

async function post(service: Service, path: string, body: object): Promise<unknown> {
  const response = await service.fetch(path, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`cannot write the events of the demo: ${await response.text()}`)
  return response.json()
}
