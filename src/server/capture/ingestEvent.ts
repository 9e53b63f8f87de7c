import type { StoredEvent } from '../store/rows'
import type { Transaction } from '../store/store'
import { markSurvey } from '../surveys/stats/surveyEvents'
import { type Effect, effectsOf } from './eventEffects'
import { changeGroup } from './groups'
import type { EventWarning } from './normalizeEvent'
import { changePerson, mergePersons, ownerOf, type PersonTools } from './persons'

/** What became of one event. */
export interface Ingested {
  /** Undefined: it was there already, or a rule dropped it. */
  stored: StoredEvent | undefined
  warnings: EventWarning[]
  /** The survey whose answers this event has counted, to see whether its limit is reached. */
  answeredSurvey: string | undefined
}

/** Stores one event with everything that follows from it, once for each uuid. Interface section 6. */
export async function ingestEvent(
  transaction: Transaction,
  tools: PersonTools,
  event: StoredEvent,
): Promise<Ingested> {
  const nothing = { stored: undefined, warnings: [], answeredSurvey: undefined }
  const { project_id, uuid } = event
  if (await transaction.get('events', { project_id, uuid })) return nothing
  const decided = effectsOf(event)
  if ('dropped' in decided) return { ...nothing, warnings: [decided.dropped] }

  const warnings: EventWarning[] = []
  for (const effect of decided.effects) {
    const warning = await changed(transaction, tools, effect)
    if (warning) warnings.push(warning)
  }
  const person =
    event.person_mode === 'full'
      ? await changePerson(transaction, tools, event.distinct_id, decided.change)
      : await ownerOf(transaction, project_id, event.distinct_id)
  // Filled in: a spread copy, once the store has frozen it, takes four times the memory.
  event.person_id = person ?? null
  await transaction.put('events', event)
  const mark = decided.effects.find(effect => effect.kind === 'mark')
  if (mark) await count(transaction, event, mark)
  return { stored: event, warnings, answeredSurvey: mark?.mark === 'sent' ? mark.surveyId : undefined }
}

async function changed(
  transaction: Transaction,
  tools: PersonTools,
  effect: Effect,
): Promise<EventWarning | undefined> {
  switch (effect.kind) {
    case 'merge':
      return mergePersons(transaction, tools, effect)
    case 'group':
      return changeGroup(transaction, tools.projectId, tools.now, effect)
    case 'mark':
      // Counted once the event's person is known.
      return undefined
  }
}

async function count(
  transaction: Transaction,
  event: StoredEvent,
  { surveyId, mark, submission }: Extract<Effect, { kind: 'mark' }>,
): Promise<void> {
  await markSurvey(transaction, {
    project_id: event.project_id,
    survey_id: surveyId,
    kind: mark,
    mark: submission,
    respondent: event.person_id ?? event.distinct_id,
    at: Date.parse(event.timestamp),
  })
}
