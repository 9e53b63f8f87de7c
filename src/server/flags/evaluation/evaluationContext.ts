import type { PropertyLookup } from '../../lib/propertyLookup'
import type { CompiledCohort } from './compileCohort'
import type { MatchClock } from './propertyMatcher'

/** The group of a request for one group type. */
export interface GroupContext {
  key: string
  properties: PropertyLookup
}

/** The data of one request that flags are evaluated with. */
export interface EvaluationContext extends MatchClock {
  /** Truncated to its maximum length. */
  distinctId: string
  /** The identifier for flags with experience continuity. */
  continuityId: string
  /** The identifier for flags that bucket by device; undefined when the request names no device. */
  deviceId: string | undefined
  person: PropertyLookup
  /** Index of the group type -> the group of the request. Unusable groups are left out. */
  groups: ReadonlyMap<number, GroupContext>
  cohorts: ReadonlyMap<number, CompiledCohort>
  /** Ids of the static cohorts that list the person. */
  staticMemberships: ReadonlySet<number>
}
