import type { Quota, ServiceOptions, ThrottleGroup } from './options'
import type { StoredEvent } from './store/rows'
import type { Store } from './store/store'

/** A mail that the service would have sent. */
export interface Mail {
  to: string
  kind: 'email_verification'
  /** What the reader has to give back. */
  token: string
  /** Epoch ms. */
  at: number
}

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
  /** Calls the listeners of `service.on('event')`. */
  emitEvent: (event: StoredEvent) => void
  sendMail: (mail: Mail) => void
  /** @throws HttpError 429 when the caller has made too many requests. */
  throttle: (group: ThrottleGroup, caller: string) => void
}
