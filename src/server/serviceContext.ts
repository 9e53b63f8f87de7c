import type { FlagCompiler } from './flags/evaluation/flagCompiler'
import type { RequestThrottle } from './http/throttle'
import type { Quota, ServiceOptions } from './options'
import type { StoredEvent } from './store/rows'
import type { Store } from './store/store'
import type { StatsCache } from './surveys/stats/statsCache'
import type { TestMailer } from './testing/testMailer'

/** Everything that routes work with; made once for each service. */
export interface ServiceContext {
  options: ServiceOptions
  store: Store
  /** Epoch ms. */
  now: () => number
  uuid: () => string
  randomBytes: (count: number) => Uint8Array
  maxBodyBytes: number
  maxEvents: number
  quota: (projectId: number) => Quota
  /** Fields of the configuration answer that are replaced. */
  config: (projectId: number) => Record<string, unknown>
  /** Tells whoever listens that an event was stored. */
  emitEvent: (event: StoredEvent) => void
  compileFlag: FlagCompiler
  mailer: TestMailer
  throttle: RequestThrottle
  statsCache: StatsCache
}
