import type { Survey } from '../../wire/survey'
import type { ServiceContext } from '../serviceContext'
import type { StoreReader } from '../store/store'

/** The functions of `surveys/` that flags and configuration call; `server/routes.ts` passes them in. */
export interface FlagsHost {
  /** Starts and ends iterations and sampling intervals that are due by the clock. */
  advanceSchedules: (service: ServiceContext, projectId: number) => Promise<void>
  /** Lists the surveys of a project in the form that browsers receive. */
  listPublicSurveys: (store: StoreReader, projectId: number) => Promise<Survey[]>
}
