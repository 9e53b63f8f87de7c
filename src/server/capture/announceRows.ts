import type { StoredEvent, SurveyRespondentRow } from '../store/rows'
import type { Announce, Announced, KnownRows } from '../store/store'
import type { Key } from '../store/tables'
import { eventEffects } from './eventEffects'

/** Survey events are read with a statement for each of so many surveys and kinds. Others are read when they are needed. */
const MAX_SURVEY_KINDS = 16

type Respondent = Pick<SurveyRespondentRow, 'project_id' | 'respondent'>

/** What storing an event reads. */
interface Reads {
  event: Key<'events'>
  distinctIds: Key<'distinctIds'>[]
  /** Whether those of the ids that have no person get one. */
  createsPersons: boolean
  readsProperties: boolean
  merges: boolean
  group?: Key<'groups'>
  surveyEvent?: Key<'surveyEvents'>
}

/**
 * Returns what storing events reads, in two steps. A database then reads it with a few statements for all of them instead of
 * several for each. See D-488, D-499.
 */
export function announceRows(events: StoredEvent[]): Announce[] {
  const reads = events.map(readsOf)
  return [() => knownAtOnce(reads), known => knownAfterIds(known, reads)]
}

function readsOf(event: StoredEvent): Reads {
  const { project_id, uuid, distinct_id } = event
  const outcome = eventEffects(event)
  const { effect, change } = 'dropped' in outcome ? {} : outcome
  const merges = effect?.kind === 'merge'
  const ids = merges ? [distinct_id, effect.into, effect.from] : [distinct_id]
  return {
    event: { project_id, uuid },
    distinctIds: ids.map(distinct_id => ({ project_id, distinct_id })),
    createsPersons: event.person_mode === 'full',
    readsProperties: merges || change !== undefined,
    merges,
    ...(effect?.kind === 'group' && { group: { project_id, type: effect.type, key: effect.key } }),
    ...(effect?.kind === 'survey_event' && {
      surveyEvent: {
        project_id,
        survey_id: effect.surveyId,
        kind: effect.eventKind,
        dedupe_key: effect.dedupeKey,
      },
    }),
  }
}

function knownAtOnce(reads: Reads[]): Announced {
  return {
    keys: { events: reads.map(({ event }) => event) },
    rows: {
      distinctIds: reads.flatMap(({ distinctIds }) => distinctIds),
      groupTypes: reads.flatMap(({ group }) => group ?? []),
      surveys: reads.flatMap(({ surveyEvent: of }) =>
        of ? { project_id: of.project_id, id: of.survey_id } : [],
      ),
    },
  }
}

/** Without the groups and survey events of types and surveys that there are not, because each takes a statement of its own. */
function knownAfterIds(known: KnownRows, reads: Reads[]): Announced {
  const persons: Key<'persons'>[] = []
  const hashOverrides: Key<'hashOverrides'>[] = []
  const groups: Key<'groups'>[] = []
  const surveyEvents: Key<'surveyEvents'>[] = []
  /** Who may have answered before they became a person. */
  const earlier: Respondent[] = []
  /** Who answers. */
  const respondents: Respondent[] = []
  const kinds = new Set<string>()
  for (const { distinctIds, createsPersons, readsProperties, merges, group, surveyEvent } of reads) {
    for (const key of distinctIds) {
      const { project_id, distinct_id } = key
      const id = known.get('distinctIds', key)?.person_id
      if (id === undefined) {
        if (known.has('distinctIds', key) === false) {
          const respondent = { project_id, respondent: distinct_id }
          if (createsPersons) earlier.push(respondent)
          else if (surveyEvent) respondents.push(respondent)
        }
        continue
      }
      if (surveyEvent) respondents.push({ project_id, respondent: id })
      if (readsProperties) persons.push({ project_id, id })
      if (merges) hashOverrides.push({ project_id, person_id: id })
    }
    if (group && known.has('groupTypes', group)) groups.push(group)
    if (surveyEvent) {
      const { project_id, survey_id: id, kind } = surveyEvent
      if (!known.has('surveys', { project_id, id })) continue
      if (kinds.size < MAX_SURVEY_KINDS) kinds.add(`${id} ${kind}`)
      if (kinds.has(`${id} ${kind}`)) surveyEvents.push(surveyEvent)
    }
  }
  return {
    rows: { persons, hashOverrides, groups, surveyEvents },
    conditions: { surveyEvents: earlier, surveyRespondents: [...earlier, ...respondents] },
  }
}
