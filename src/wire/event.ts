/** Any JSON object: event properties, person properties, group properties. */
export type Properties = Record<string, unknown>

/** One captured event, as it lies in the outbox and in a batch. Interface section 4.4. */
export interface CapturedEvent {
  /** UUIDv7, fixed at capture: the service keeps one event per uuid. */
  uuid: string
  event: string
  distinct_id: string
  properties: Properties
  /** ISO 8601, the moment of the call. */
  timestamp: string
  $set?: Properties
  $set_once?: Properties
  $unset?: string[]
}

/** Body of `POST /i/v0/e/`. Interface section 4.4. @public */
export interface SingleEventBody extends CapturedEvent {
  api_key: string
}

/** Body of `POST /batch/`. Interface section 4.4. @public */
export interface BatchBody {
  api_key: string
  historical_migration?: boolean
  batch: CapturedEvent[]
  /** ISO 8601, the moment of sending: lets the service correct a wrong clock. */
  sent_at?: string
}

/** Answer of both capture endpoints. Interface section 7. */
export interface CaptureReply {
  status: 'Ok' | 1
  /** What is over its quota, such as `events`. */
  quota_limited?: string[]
}

/** Names of the events that the interface gives a meaning. Interface section 6. */
export const ALIAS = '$create_alias'
export const GROUP_IDENTIFY = '$groupidentify'
export const IDENTIFY = '$identify'
export const SET = '$set'
export const PAGEVIEW = '$pageview'
export const PAGELEAVE = '$pageleave'
/** @public */
export const SCREEN = '$screen'
export const FLAG_CALLED = '$feature_flag_called'
export const SURVEY_SHOWN = 'survey shown'
export const SURVEY_DISMISSED = 'survey dismissed'
export const SURVEY_SENT = 'survey sent'
export const SURVEY_ABANDONED = 'survey abandoned'

/** Longest group type and group key, in characters. Interface section 8. */
export const GROUP_MAX_LENGTH = 400

/** Longest distinct id, in characters; the service cuts what is longer. */
export const DISTINCT_ID_MAX_LENGTH = 200

/** Property names that more than one place reads or writes. */
export const PROCESS_PERSON_PROFILE = '$process_person_profile'
export const SURVEY_ID = '$survey_id'
export const SURVEY_ITERATION = '$survey_iteration'
export const SURVEY_SUBMISSION_ID = '$survey_submission_id'
export const SURVEY_COMPLETED = '$survey_completed'
export const SURVEY_QUESTIONS = '$survey_questions'
/** Followed by the id of the question. Interface section 6. */
export const SURVEY_RESPONSE_PREFIX = '$survey_response_'
/** Person property: ISO 8601, when this person last saw any survey. */
export const SURVEY_LAST_SEEN_DATE = '$survey_last_seen_date'

/** Person properties, followed by `<survey id>` or `<survey id>/<iteration>`: this person answered, or closed, that survey. */
export const SURVEY_RESPONDED_PREFIX = '$survey_responded/'
/** See `SURVEY_RESPONDED_PREFIX`. */
export const SURVEY_DISMISSED_PREFIX = '$survey_dismissed/'

/** `$survey_response_<question id>`. Interface section 6. */
export type SurveyResponseKey = `${typeof SURVEY_RESPONSE_PREFIX}${string}`

/** Properties of every survey event. A type alias, so that it can be passed on as `Properties`. Interface section 6. */
export type SurveyEventProperties = {
  [SURVEY_ID]: string
  $survey_name: string
  /** `null` for a survey without iterations. */
  [SURVEY_ITERATION]: number | null
  $survey_iteration_start_date: string | null
  /** Key of the translation on display; missing for the base language. */
  $survey_language?: string
}

/** One entry of `$survey_questions`. Interface section 6. */
export type SurveyQuestionProperties = {
  id: string
  /** The text that was on display when the question was answered. */
  question: string
  /** Missing when the question was not answered. */
  response?: unknown
}

/** Answers as event properties. Surveys imported from an older form also have them by index, the first one without a number. */
export type SurveyResponseProperties = {
  [key: SurveyResponseKey]: unknown
  $survey_response?: unknown
}

/** Properties of the survey events that carry answers. Interface section 6. */
export type SurveyAnswerProperties = SurveyEventProperties &
  SurveyResponseProperties & {
    /** One for all events of a survey session. */
    [SURVEY_SUBMISSION_ID]: string
    [SURVEY_QUESTIONS]: SurveyQuestionProperties[]
  }

/** Properties of `survey sent`. Interface section 6. */
export type SurveySentProperties = SurveyAnswerProperties & {
  /** False for a partial response. */
  [SURVEY_COMPLETED]: boolean
}

/** Properties of `survey dismissed` and `survey abandoned`. Interface section 6. */
export type SurveyUnfinishedProperties = SurveyAnswerProperties & {
  /** Whether any question was answered. */
  $survey_partially_completed: boolean
}
