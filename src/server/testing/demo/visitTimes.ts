import type { Random } from './random'

const DAY_MS = 86_400_000

/** How many people come on a day, from Sunday: routes are planned before the weekend. */
const WEEKDAYS = [6, 7, 7, 8, 11, 13, 5]

/** How many people come in an hour of UTC. */
const HOURS = [1, 0, 0, 0, 1, 2, 4, 7, 8, 7, 7, 8, 10, 8, 7, 7, 8, 10, 13, 15, 14, 10, 6, 3]

/** Returns the times of a person's visits in the 30 days before now, in epoch ms, oldest first. */
export function visitTimes(random: Random, { now, count }: { now: number; count: number }): number[] {
  const today = now - (now % DAY_MS)
  const days = Array.from({ length: 30 }, (_, index) => today - index * DAY_MS).map(
    day => [day, WEEKDAYS[new Date(day).getUTCDay()]!] as const,
  )
  const hours = HOURS.map((weight, hour) => [hour, weight] as const)
  return Array.from({ length: count }, () => {
    const minute = random.weighted(hours) * 60 + random.between(0, 59)
    const at = random.weighted(days) + minute * 60_000 + random.between(0, 59_999)
    // The hours of today that are still to come belong to the first day.
    return at < now ? at : at - 30 * DAY_MS
  }).sort((a, b) => a - b)
}

/** Returns the times of visits in the last hour, which the status of the service shows. */
export function recentTimes(random: Random, { now, count }: { now: number; count: number }): number[] {
  return Array.from({ length: count }, () => now - random.between(3, 58) * 60_000 + random.between(0, 59_999))
}
