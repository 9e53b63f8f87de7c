import type { ReadSurvey, WrittenSurvey } from '../../wire/managedSurvey'
import type { FlagRow, SurveyRow, UserRow } from '../store/rows'
import { embeddedFlag, userSummary } from './fieldSchemas'
import { fieldsWith } from './fields'
import { pick } from './pick'
import type { SurveyPatch } from './schema'

const REPLY_FIELDS = fieldsWith('reply')
const WRITE_REPLY_FIELDS = fieldsWith('writeReply')

/** The rows that a survey refers to by id. */
export interface SurveyRelations {
  linked: FlagRow | undefined
  targeting: FlagRow | undefined
  internal: FlagRow | undefined
  sampling: FlagRow | undefined
  createdBy: UserRow | undefined
}

/** Returns a survey as list and retrieve reply it. Interface section 2.1. */
export function serializeSurvey(row: SurveyRow, relations: SurveyRelations): ReadSurvey {
  const { linked, targeting, internal, sampling } = relations
  return {
    ...commonFields(row, relations),
    feature_flag_keys: [
      { key: 'linked_flag_key', value: linked?.key ?? row.linked_flag_key },
      { key: 'targeting_flag_key', value: targeting?.key ?? row.targeting_flag_key },
      { key: 'internal_targeting_flag_key', value: internal?.key ?? row.internal_targeting_flag_key },
      { key: 'internal_response_sampling_flag_key', value: sampling?.key ?? null },
    ],
    user_access_level: 'manager',
  }
}

/** Returns a survey as create and update reply it, with the request's own fields. Interface section 2.1. */
export function serializeWrittenSurvey(
  row: SurveyRow,
  relations: SurveyRelations,
  { remove_targeting_flag = null }: SurveyPatch,
): WrittenSurvey {
  return {
    ...commonFields(row, relations),
    ...pick({ ...row, remove_targeting_flag }, WRITE_REPLY_FIELDS),
  }
}

function commonFields(row: SurveyRow, { linked, targeting, internal, createdBy }: SurveyRelations) {
  const values = {
    ...row,
    linked_flag: serializeFlag(linked),
    targeting_flag: serializeFlag(targeting),
    internal_targeting_flag: serializeFlag(internal),
    created_by: createdBy ? pick(createdBy, userSummary.shape) : null,
    translations: row.translations ?? undefined,
  }
  return pick(values, REPLY_FIELDS)
}

const serializeFlag = (flag: FlagRow | undefined) => (flag ? pick(flag, embeddedFlag.shape) : null)
