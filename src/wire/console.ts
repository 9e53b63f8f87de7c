import type { Properties } from './event'
import type { FlagValue } from './flag'
import type { FlagFilters } from './flagDefinition'
import type { Answer, QuestionType } from './survey'

/*
 * What the console reads. The interface leaves these endpoints open; paths and shapes follow those of the hosted service where it
 * has them. See D-586.
 */

/**
 * A page of a list without a count. `next` is the URL of the next page. A filter that no index serves reads a limited number of
 * rows for each request, so that a page may have few results, or none, and a `next`.
 */
export interface Page<T> {
  results: T[]
  next: string | null
}

/** The personal key of a request. Reply of `GET /api/personal_api_keys/@current/`. */
export interface CurrentKey {
  id: string
  label: string
  mask_value: string | null
  scopes: string[]
  /** Ids of the projects that the key may access; null for all. */
  scoped_teams: number[] | null
}

/** Query of events. All are optional. */
export interface EventFilter {
  event?: string
  distinct_id?: string
  person_id?: string
  /** Text that the name, the distinct id or a property must contain. Case is ignored. */
  search?: string
  /** The uuid of an event, for those that arrived after it; or ISO 8601, for those that arrived then or later. */
  after?: string
  /** The uuid of an event, for those that arrived before it; or ISO 8601, for those that arrived earlier. */
  before?: string
  /** 1 to 200; 100 when missing. */
  limit?: string
}

/** An event. `GET /api/projects/:project_id/events/`, newest first. */
export interface EventItem {
  uuid: string
  event: string
  distinct_id: string
  person_id: string | null
  /** ISO 8601. */
  timestamp: string
  /** ISO 8601. */
  received_at: string
  properties: Properties
}

/** Query of persons. All are optional. */
export interface PersonFilter {
  /** A whole distinct id, or a part of the property `email` or `name`. Case is ignored in properties. */
  search?: string
  /** A whole distinct id, alone. */
  distinct_id?: string
  /** The whole property `email`. */
  email?: string
  /** 1 to 200; 100 when missing. */
  limit?: string
}

/**
 * A person. `GET /api/projects/:project_id/persons/` lists them, `…/persons/:id/` has one. `DELETE …/persons/:id/` answers 204;
 * with `?delete_events=true` it removes the events and answers too.
 */
export interface PersonItem {
  id: string
  /** At most 100; the main one first. */
  distinct_ids: string[]
  properties: Properties
  is_identified: boolean
  /** ISO 8601. */
  created_at: string
}

/** Body of `PATCH …/feature_flags/:id/`. The reply is the definition, as in the list. */
export interface FlagPatch {
  active?: boolean
  /** 0 to 100. That of the only release condition; a flag with several needs `filters`. */
  rollout_percentage?: number
  filters?: FlagFilters
}

/** The value of a flag for one distinct id, and why. `GET …/feature_flags/evaluation_reasons/?distinct_id=`, by flag key. */
export interface FlagEvaluation {
  value: FlagValue
  payload?: unknown
  evaluation: { reason: string; condition_index: number | null; description: string }
}

/** The state of a service and of one project. `GET /api/projects/:project_id/status/`. */
export interface ServiceStatus {
  version: string
  storage: {
    /** `other` for a store of the application. */
    kind: 'memory' | 'sqlite' | 'postgres' | 'other'
    /** Approximate bytes of the project's events, persons, groups and warnings; null where counting would read everything. */
    bytes: number | null
    events: number
    persons: number
  }
  /** Events received in each of the last 60 minutes, oldest first. `minute` is ISO 8601. */
  events_per_minute: { minute: string; count: number }[]
  /** What was dropped or changed, and why: the newest 1000 by type, newest first, with the newest details of each. */
  warnings: {
    type: string
    count: number
    /** ISO 8601. */
    last_at: string
    examples: { detail: string; distinct_id: string | null; event: string | null; at: string }[]
  }[]
}

/** Query of results and responses. All are optional. */
export interface ResponseFilter {
  /** As for statistics. Interface section 4.2, rule 5. */
  date_from?: string
  date_to?: string
  /** A language of `SurveyResults.languages`. */
  language?: string
  completion?: 'completed' | 'partial'
  /** The ids of a path of `SurveyResults.paths`, joined by commas. */
  path?: string
  /** `<key>=<value>` of a person property. */
  person_property?: string
  /** Text that an answer must contain. Case is ignored. Responses only. */
  search?: string
  /** The id of the person who answered. Responses only. */
  person_id?: string
}

/** The results of a survey. `GET …/surveys/:id/results`. */
export interface SurveyResults {
  survey_id: string
  /** The same numbers as those of the statistics endpoint for the same dates: events, and persons. */
  totals: { shown: number; dismissed: number; sent: number; shown_persons: number; sent_persons: number }
  /** Submissions that match the filter. */
  started: number
  completed: number
  /** One row per question of the survey, in the order of the survey. */
  funnel: {
    question_id: string
    question: string
    /** Submissions that came to the question: the sum of the next three. */
    reached: number
    answered: number
    skipped: number
    /** Submissions that ended here without an answer. */
    lost: number
  }[]
  /** The paths taken, most frequent first, at most 50: the questions that were answered or skipped, in order. */
  paths: { question_ids: string[]; count: number; completed: number }[]
  /** Those of the translations on display. A response in the base language has none. */
  languages: { language: string; count: number }[]
  questions: QuestionResults[]
}

/** The answers to one question. */
export type QuestionResults = {
  question_id: string
  question: string
  answered: number
  skipped: number
} & (RatingResults | ChoiceResults | TextResults | LinkResults)

/** Answers on a scale. `counts` has a row for each value of the scale, in order. */
export interface RatingResults {
  type: Extract<QuestionType, 'rating'>
  scale: number
  display: 'number' | 'emoji'
  counts: { value: number; count: number }[]
  average: number | null
  median: number | null
  /** Only for a scale of 10. `score` is from -100 to 100. */
  nps: {
    promoters: number
    passives: number
    detractors: number
    score: number | null
    /** By day in the time zone of the project, or by week for more than 90 days. */
    over_time: { date: string; score: number; count: number }[]
  } | null
}

/** Chosen answers, most frequent first. `is_open` marks the choice with a text field. */
export interface ChoiceResults {
  type: Extract<QuestionType, 'single_choice' | 'multiple_choice'>
  choices: { choice: string; count: number; is_open: boolean }[]
  /** What was written into the open choice: newest first, at most 50. */
  open_texts: TextAnswer[]
}

/** Written answers, newest first, at most 50. `responses` has all. */
export interface TextResults {
  type: Extract<QuestionType, 'open'>
  texts: TextAnswer[]
}

/** Clicks on a link: `answered` counts them. */
export interface LinkResults {
  type: Extract<QuestionType, 'link'>
}

/** A text, at most its first 5000 characters, and the response that it is part of. */
export interface TextAnswer {
  text: string
  response_id: string
  /** ISO 8601. */
  at: string
}

/** One way of one person through a survey. `GET …/surveys/:id/responses`, newest first; `?format=csv` has all in CSV. */
export interface SurveyResponse {
  /** The submission id, or the uuid of an event without one. */
  id: string
  distinct_id: string
  person_id: string | null
  /** Empty for a key without `person:read`. See D-734. */
  person_properties: Properties
  /** ISO 8601; the time of the newest event. */
  at: string
  is_completed: boolean
  language: string | null
  /** `$current_url` of the newest event. */
  url: string | null
  /** In the order of the survey. */
  answers: { question_id: string; question: string; answer: Answer }[]
}

/** A link that shows a survey to its author alone. Reply of `POST …/surveys/:id/preview_token`. */
export interface PreviewToken {
  /** Value of the URL parameter `earshot_preview`. */
  token: string
  /** ISO 8601. */
  expires_at: string
}
