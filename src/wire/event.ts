/** A JSON object: properties of an event, a person or a group. */
export type Properties = Record<string, unknown>

/** A captured event, as stored and sent. Interface section 4.4. */
export interface CapturedEvent {
  /** UUIDv7, set at capture. The service keeps one event per uuid. */
  uuid: string
  event: string
  distinct_id: string
  properties: Properties
  /** ISO 8601, the time of the call. */
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
  /** ISO 8601, the time of the request. The service uses it to correct a wrong clock. */
  sent_at?: string
}

/** Reply of both capture endpoints. Interface section 7. */
export interface CaptureReply {
  status: 'Ok' | 1
  /** Resources over their quota, such as `events`. */
  quota_limited?: string[]
}

/** Event that assigns another distinct id to a person. Interface section 6. */
export const ALIAS = '$create_alias'
/** Event that creates or updates a group. Interface section 6. */
export const GROUP_IDENTIFY = '$groupidentify'
/** Event that identifies a person and sets person properties. Interface section 6. */
export const IDENTIFY = '$identify'
/** Event that only sets person properties. Not in the interface; named as in posthog-js. */
export const SET = '$set'
/** Event of a page view. Interface section 6. */
export const PAGEVIEW = '$pageview'
/** Event at the end of a page view. Not in the interface; named as in posthog-js. */
export const PAGELEAVE = '$pageleave'
/** Event of a screen view in an app. Interface section 6. @public */
export const SCREEN = '$screen'
/** Event of an exposure to a flag. Interface section 6. */
export const FLAG_CALLED = '$feature_flag_called'
/** Event of a displayed survey. Interface section 6. */
export const SURVEY_SHOWN = 'survey shown'
/** Event of a closed survey. Interface section 6. */
export const SURVEY_DISMISSED = 'survey dismissed'
/** Event of a survey response. Interface section 6. */
export const SURVEY_SENT = 'survey sent'
/** Event of an unfinished survey whose page is left. Not in the interface; named as in posthog-js. */
export const SURVEY_ABANDONED = 'survey abandoned'

/** Longest group type and group key, in characters. Interface section 8. */
export const GROUP_MAX_LENGTH = 400

/** Longest distinct id, in characters. The service truncates longer ids. See D-020. */
export const DISTINCT_ID_MAX_LENGTH = 200

/** Property: whether the event creates and updates a person profile. Named as in posthog-js. */
export const PROCESS_PERSON_PROFILE = '$process_person_profile'
/** Property of survey events: the survey's id. Interface section 6. */
export const SURVEY_ID = '$survey_id'
/** Property of survey events: the iteration of a recurring survey. Named as in posthog-js. */
export const SURVEY_ITERATION = '$survey_iteration'
/** Property of survey events: an id shared by all responses of one survey session. Named as in posthog-js. */
export const SURVEY_SUBMISSION_ID = '$survey_submission_id'
/** Property of `survey sent`: whether the response is complete. Named as in posthog-js. */
export const SURVEY_COMPLETED = '$survey_completed'
/** Property of survey events: the questions with their answers. Interface section 6. */
export const SURVEY_QUESTIONS = '$survey_questions'
/** Prefix of properties with one answer, followed by the question's id. Interface section 6. */
export const SURVEY_RESPONSE_PREFIX = '$survey_response_'
/** Person property: ISO 8601, the time at which the person last saw any survey. Named as in posthog-js. */
export const SURVEY_LAST_SEEN_DATE = '$survey_last_seen_date'

/**
 * Prefix of person properties, followed by `<survey id>` or `<survey id>/<iteration>`: the person answered that survey. Named as
 * in posthog-js.
 */
export const SURVEY_RESPONDED_PREFIX = '$survey_responded/'
/** Prefix like `SURVEY_RESPONDED_PREFIX`: the person closed that survey. */
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
