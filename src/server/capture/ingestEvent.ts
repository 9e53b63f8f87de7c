import { findPersonId } from '../store/findPerson'
import type { StoredEvent, SurveyEventRow } from '../store/rows'
import type { CaptureContext } from './captureContext'
import { changePerson } from './changePerson'
import { type Effect, eventEffects } from './eventEffects'
import { mergePersons } from './mergePersons'
import type { EventWarning } from './normalizeEvent'
import { upsertGroup } from './upsertGroup'

/** The result of storing one event. */
interface IngestResult {
  /** Undefined when the event was stored before, or was dropped by a rule. */
  stored?: StoredEvent
  warning?: EventWarning
  /** The survey that this event adds a response to; its `responses_limit` may now be reached. */
  answeredSurveyId?: string
}

/** Stores one event and applies its effects, once for each uuid. Interface section 6. */
export async function ingestEvent(context: CaptureContext, event: StoredEvent): Promise<IngestResult> {
  const { transaction } = context
  const { project_id, uuid } = event
  if (await transaction.has('events', { project_id, uuid })) return {}
  const outcome = eventEffects(event)
  if ('dropped' in outcome) return { warning: outcome.dropped }

  const { effect, change } = outcome
  const effectWarning = effect && (await applyEffect(context, effect))
  // Assigned, because a spread copy takes four times the memory once the store has frozen it.
  const changed =
    event.person_mode === 'full' ? await changePerson(context, event.distinct_id, change) : undefined
  event.person_id =
    changed?.personId ?? (await findPersonId(transaction, project_id, event.distinct_id)) ?? null
  const warning = effectWarning ?? changed?.warning
  await transaction.put('events', event)
  if (effect?.kind !== 'survey_event') return { stored: event, warning }
  await context.recordSurveyEvent(transaction, surveyEventRow(event, effect))
  return {
    stored: event,
    warning,
    answeredSurveyId: effect.eventKind === 'sent' ? effect.surveyId : undefined,
  }
}

async function applyEffect(context: CaptureContext, effect: Effect): Promise<EventWarning | undefined> {
  switch (effect.kind) {
    case 'merge':
      return mergePersons(context, effect)
    case 'group':
      return upsertGroup(context, effect)
    case 'survey_event':
      // Counted later, when the person of the event is known.
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
    event_uuid: event.uuid,
  }
}
