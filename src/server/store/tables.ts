import type {
  ActivityRow,
  CohortMemberRow,
  CohortRow,
  DistinctIdRow,
  FlagRow,
  GroupRow,
  GroupTypeRow,
  HashOverrideRow,
  PersonalKeyRow,
  PersonRow,
  ProjectRow,
  StoredEvent,
  SurveyEventRow,
  SurveyRespondentRow,
  SurveyRow,
  SurveyTotalsRow,
  UserRow,
  WarningRow,
} from './rows'

/** The tables with their row types. */
export interface Rows {
  projects: ProjectRow
  users: UserRow
  personalKeys: PersonalKeyRow
  persons: PersonRow
  distinctIds: DistinctIdRow
  hashOverrides: HashOverrideRow
  groupTypes: GroupTypeRow
  groups: GroupRow
  events: StoredEvent
  warnings: WarningRow
  flags: FlagRow
  cohorts: CohortRow
  cohortMembers: CohortMemberRow
  surveys: SurveyRow
  activity: ActivityRow
  surveyEvents: SurveyEventRow
  surveyRespondents: SurveyRespondentRow
  surveyTotals: SurveyTotalsRow
}

/** The name of a table. */
export type TableName = keyof Rows
/** A row of a table. */
export type Row<T extends TableName> = Rows[T]

/** A row of any table, with the name of the table. */
export type TableRow = { [T in TableName]: { table: T; row: Rows[T] } }[TableName]

/** Keys and indexes of a table. `R` is its row. */
export interface TableShape<R = Record<string, unknown>> {
  /** The columns of the primary key. */
  key: readonly (keyof R & string)[]
  /** The sets of columns that queries may use. */
  indexes: readonly (readonly (keyof R & string)[])[]
  /** The numeric column for order and bounds; the order of insertion when missing. */
  order?: keyof R & string
  /** The columns that `terms` are searched in. */
  text?: readonly (keyof R & string)[]
  /** The column with the person of a row: a merge gives all rows of one person to another. See D-847. */
  person?: keyof R & string
  /** The column with the time at which a row was added, in ISO 8601. Rows are in its order unless a clock was wrong or they were imported. */
  time?: keyof R & string
}

/** Keys and indexes of the tables, for every implementation of `Store`. */
export const TABLES = {
  projects: { key: ['id'], indexes: [['token'], []] },
  users: { key: ['id'], indexes: [['uuid'], []] },
  personalKeys: { key: ['id'], indexes: [[]] },
  persons: { key: ['project_id', 'id'], indexes: [['project_id']] },
  distinctIds: {
    key: ['project_id', 'distinct_id'],
    indexes: [['project_id', 'person_id'], ['project_id']],
    person: 'person_id',
  },
  hashOverrides: { key: ['project_id', 'person_id'], indexes: [] },
  groupTypes: { key: ['project_id', 'type'], indexes: [['project_id']] },
  groups: { key: ['project_id', 'type', 'key'], indexes: [['project_id']] },
  events: {
    key: ['project_id', 'uuid'],
    indexes: [['project_id'], ['project_id', 'person_id']],
    time: 'received_at',
    person: 'person_id',
  },
  warnings: { key: ['id'], indexes: [['project_id']], time: 'at' },
  flags: { key: ['project_id', 'id'], indexes: [['project_id'], ['project_id', 'key']], order: 'id' },
  cohorts: { key: ['project_id', 'id'], indexes: [['project_id']] },
  cohortMembers: { key: ['project_id', 'cohort_id', 'distinct_id'], indexes: [] },
  surveys: {
    key: ['project_id', 'id'],
    indexes: [['project_id'], ['project_id', 'name'], ['project_id', 'archived']],
    text: ['name', 'description'],
  },
  activity: { key: ['id'], indexes: [['project_id'], ['project_id', 'item_id']] },
  surveyEvents: {
    key: ['project_id', 'survey_id', 'kind', 'dedupe_key'],
    indexes: [['project_id', 'survey_id', 'kind'], ['project_id', 'respondent'], ['project_id']],
    order: 'at',
    person: 'respondent',
  },
  surveyRespondents: {
    key: ['project_id', 'survey_id', 'respondent'],
    indexes: [['project_id', 'survey_id'], ['project_id', 'respondent'], ['project_id']],
  },
  surveyTotals: { key: ['project_id', 'survey_id'], indexes: [['project_id']] },
} as const satisfies { [T in TableName]: TableShape<Rows[T]> }

/** The names of the tables. */
export const TABLE_NAMES = Object.keys(TABLES) as TableName[]

/** The values of the primary key of a row. */
export type Key<T extends TableName> = Pick<Rows[T], (typeof TABLES)[T]['key'][number] & keyof Rows[T]>

/** The tables with rows about a person by its id, `person_id`, which are of no use without it. */
export const ABOUT_PERSONS = ['distinctIds', 'hashOverrides'] as const satisfies TableName[]

/** The tables whose rows have a `person`. */
export type TableOfPersons = {
  [T in TableName]: (typeof TABLES)[T] extends { person: string } ? T : never
}[TableName]
