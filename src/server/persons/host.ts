import type { Transaction } from '../store/store'

/** The functions of `surveys/` that deleting a person calls; `server/routes.ts` passes them in. */
export interface PersonsHost {
  /** Removes some of the survey events of a respondent. Returns their rows, `limit` at most. */
  removeRespondentEvents: (
    transaction: Transaction,
    project_id: number,
    options: { respondent: string; limit: number },
  ) => Promise<{ event_uuid?: string; other_uuids?: string[] }[]>
  /** Subtracts a respondent from the statistics of all surveys. */
  removeRespondent: (transaction: Transaction, project_id: number, respondent: string) => Promise<void>
}
