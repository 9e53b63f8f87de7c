import { findPersonId } from '../store/findPerson'
import type { StoredEvent, SurveyEventRow } from '../store/rows'
import type { Transaction } from '../store/store'
import { type Effect, eventEffects } from './eventEffects'
import { upsertGroup } from './groups'
import type { CaptureHost } from './host'
import type { EventWarning } from './normalizeEvent'
import { changePerson, mergePersons, type PersonDeps } from './persons'

/** What storing an event needs besides the store. */
interface IngestDeps extends PersonDeps {
  recordSurveyEvent: CaptureHost['recordSurveyEvent']
}

/** What became of one event. */
export interface IngestResult {
  /** Undefined: it was there already, or a rule dropped it. */
  stored: StoredEvent | undefined
  warnings: EventWarning[]
  /** The survey whose answers this event has counted, to see whether its limit is reached. */
  answeredSurveyId: string | undefined
}

/** Stores one event with everything that follows from it, once for each uuid. Interface section 6. */
export async function ingestEvent(
  transaction: Transaction,
  deps: IngestDeps,
  event: StoredEvent,
): Promise<IngestResult> {
  const ignored = { stored: undefined, warnings: [], answeredSurveyId: undefined }
  const { project_id, uuid } = event
  if (await transaction.get('events', { project_id, uuid })) return ignored
  const outcome = eventEffects(event)
  if ('dropped' in outcome) return { ...ignored, warnings: [outcome.dropped] }

  const warnings: EventWarning[] = []
  for (const effect of outcome.effects) {
    const warning = await applyEffect(transaction, deps, effect)
    if (warning) warnings.push(warning)
  }
  const person =
    event.person_mode === 'full'
      ? await changePerson(transaction, deps, event.distinct_id, outcome.change)
      : await findPersonId(transaction, project_id, event.distinct_id)
  // Filled in: a spread copy, once the store has frozen it, takes four times the memory.
  event.person_id = person ?? null
  await transaction.put('events', event)
  const surveyEffect = outcome.effects.find(effect => effect.kind === 'survey_event')
  if (surveyEffect) await deps.recordSurveyEvent(transaction, surveyEventRow(event, surveyEffect))
  return {
    stored: event,
    warnings,
    answeredSurveyId: surveyEffect?.eventKind === 'sent' ? surveyEffect.surveyId : undefined,
  }
}

async function applyEffect(
  transaction: Transaction,
  deps: PersonDeps,
  effect: Effect,
): Promise<EventWarning | undefined> {
  switch (effect.kind) {
    case 'merge':
      return mergePersons(transaction, deps, effect)
    case 'group':
      return upsertGroup(transaction, deps.projectId, deps.now, effect)
    case 'survey_event':
      // Counted once the event's person is known.
      return undefined
  }
}

function surveyEventRow(
  event: StoredEvent,
  { surveyId, eventKind, dedupeKey }: Extract<Effect, { kind: 'survey_event' }>,
): SurveyEventRow {
  return {
    project_id: event.project_id,
    survey_id: surveyId,
    kind: eventKind,
    dedupe_key: dedupeKey,
    respondent: event.person_id ?? event.distinct_id,
    at: Date.parse(event.timestamp),
  }
}
