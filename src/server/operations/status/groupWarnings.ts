import type { ServiceStatus } from '../../../wire/console'
import type { WarningRow } from '../../store/rows'

type WarningGroup = ServiceStatus['warnings'][number]

const MAX_EXAMPLES = 3

/** Groups warnings, newest first, by their type. */
export function groupWarnings(warnings: WarningRow[]): WarningGroup[] {
  const groups = new Map<string, WarningGroup>()
  for (const { type, detail, distinct_id, event, at } of warnings) {
    const group = groups.get(type) ?? { type, count: 0, last_at: at, examples: [] }
    groups.set(type, group)
    group.count++
    if (group.examples.length < MAX_EXAMPLES) group.examples.push({ detail, distinct_id, event, at })
  }
  return [...groups.values()]
}
