import type { SurveyEventRow } from '../store/rows'
import type { Transaction } from '../store/store'

/** What capture asks of surveys. */
export interface CaptureHost {
  /** Counts a survey event in the statistics of its survey. */
  recordSurveyEvent: (transaction: Transaction, event: SurveyEventRow) => Promise<void>
  /** Moves what one respondent counts for to another: two ids turned out to be one person. */
  moveRespondent: (transaction: Transaction, projectId: number, from: string, to: string) => Promise<void>
  /** Ends those of the answered surveys whose `responses_limit` is reached. */
  endFullSurveys: (
    transaction: Transaction,
    projectId: number,
    surveyIds: string[],
    now: string,
  ) => Promise<void>
}
