import type { SurveyEventRow } from '../store/rows'
import type { PersonMove, Transaction } from '../store/store'

/** The functions of `surveys/` that capture calls; `server/routes.ts` passes them in. */
export interface CaptureHost {
  /** Adds a survey event to the statistics of its survey. */
  recordSurveyEvent: (transaction: Transaction, event: SurveyEventRow) => Promise<void>
  /** Moves the statistics of one respondent to another, when two ids turn out to be one person. */
  moveRespondent: (transaction: Transaction, move: PersonMove) => Promise<void>
  /** Ends each of the surveys whose `responses_limit` is reached. */
  endFullSurveys: (
    transaction: Transaction,
    projectId: number,
    surveyIds: string[],
    now: string,
  ) => Promise<void>
}
