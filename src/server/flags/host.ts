import type { Survey } from '../../wire/survey'
import type { ServiceContext } from '../serviceContext'
import type { StoreReader } from '../store/store'

/** What flags and configuration ask of surveys. */
export interface FlagsHost {
  /** Brings surveys and their flags up to date with the clock. */
  advanceSchedules: (service: ServiceContext, projectId: number) => Promise<void>
  /** The surveys of a project as browsers receive them. */
  listPublicSurveys: (store: StoreReader, projectId: number) => Promise<Survey[]>
}
