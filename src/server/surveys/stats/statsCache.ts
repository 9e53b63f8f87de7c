import type { SurveyStats } from './surveyStats'

/** Statistics are asked for again and again with the same few bounds. */
const MAX_ENTRIES = 500

/** Remembers statistics between two bounds, until what they count has changed. */
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

/** See `createStatsCache`. */
export type StatsCache = ReturnType<typeof createStatsCache>
