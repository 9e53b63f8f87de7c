import type { FlagValue } from '../../../wire/flag'
import type { ServiceOptions } from '../../options'
import type { Arrival } from './arrival'
import { createDemoEvents } from './createDemoEvents'
import { demoFaults } from './demoFaults'
import { createPeople, type DemoPerson } from './demoPeople'
import { demoProject } from './demoProject'
import { createRandom } from './random'

/** The demonstration of `earshot serve --demo`: a project, its people and a month of their events. See D-602. */
export interface Demo {
  /** The project with its surveys and flags, for an empty store. */
  options: ServiceOptions
  people: DemoPerson[]
  /** Epoch ms. */
  now: number
  /** Returns the events, oldest first. They report the flags that the service has for each distinct id. */
  arrivals(flags: ReadonlyMap<string, Record<string, FlagValue>>): Arrival[]
}

const SEED = 20_250_601

/** Creates the demonstration of the month before a time in epoch ms. The same time gives the same month. */
export function createDemo(now: number): Demo {
  const project = demoProject(days => new Date(now - days * 86_400_000).toISOString())
  const people = createPeople(createRandom(SEED), now)
  return {
    options: { projects: [project] },
    people,
    now,
    arrivals: flags => {
      const input = { random: createRandom(SEED + 1), now, people, surveys: project.surveys ?? [], flags }
      const events = createDemoEvents(input).map(event => ({ at: Date.parse(event.timestamp), event }))
      return [...events, ...demoFaults(now)].sort((a, b) => a.at - b.at)
    },
  }
}
