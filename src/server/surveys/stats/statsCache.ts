import type { SurveyStats } from '../../../wire/surveyStats'

/** Clients request statistics repeatedly with the same few bounds. */
const MAX_ENTRIES = 500

/**
 * Creates a cache of computed statistics. An entry is valid as long as `changes`, the counter of
 * the totals it was computed from, is the same.
 */
export function createStatsCache() {
  const entries = new Map<string, { changes: number; stats: SurveyStats }>()
  return {
    get(key: string, changes: number): SurveyStats | undefined {
      const entry = entries.get(key)
      return entry?.changes === changes ? entry.stats : undefined
    },
    set(key: string, changes: number, stats: SurveyStats): void {
      if (entries.size >= MAX_ENTRIES) entries.clear()
      entries.set(key, { changes, stats })
    },
    clear: () => entries.clear(),
  }
}

/** A cache of computed statistics. */
export type StatsCache = ReturnType<typeof createStatsCache>
