import type { Arrival } from './arrival'

const HOUR_MS = 3_600_000

/** Returns events that the service drops or changes, as a site with small mistakes sends them. */
export function demoFaults(now: number): Arrival[] {
  const faults: [hoursAgo: number, event: object][] = [
    [310, { event: 'route saved' }],
    [214, { event: 'route saved' }],
    [190, { event: 'route exported', distinct_id: 'user_1007', timestamp: 'yesterday' }],
    [71, { event: 'route saved' }],
    [46, { event: 'route exported', distinct_id: 'user_1035', timestamp: '31.05. 14:10' }],
    [20, { event: '$identify', distinct_id: 'user_1014', properties: { $process_person_profile: false } }],
    [3, { distinct_id: 'user_1049', properties: { button: 'Save' } }],
  ]
  return faults.map(([hoursAgo, event]) => ({ at: now - hoursAgo * HOUR_MS, event }))
}
