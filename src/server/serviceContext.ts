import type { LimitSteps } from './lib/createStepLimit'
import type { AddressLimit, Quota, ServiceOptions, ThrottleGroup } from './options'
import type { StoredEvent } from './store/rows'
import type { Store } from './store/store'

/**
 * An email that the service would have sent.
 *
 * @example
 * ```ts
 * const [mail] = service.state.mails()
 * await verify(mail.token)
 * ```
 */
export interface Mail {
  to: string
  kind: 'email_verification'
  /** The token that the recipient sends back. */
  token: string
  /** Epoch ms. */
  at: number
}

/** Everything that routes need of their service. */
export interface ServiceContext {
  options: ServiceOptions
  store: Store
  /** Returns the time in epoch ms. */
  now: () => number
  uuid: () => string
  randomBytes: (count: number) => Uint8Array
  maxBodyBytes: number
  maxEvents: number
  maxBytes: number
  quota: (projectId: number) => Quota
  /** Returns the fields of the remote configuration to replace. */
  config: (projectId: number) => Record<string, unknown>
  /** Calls the listeners of `service.on('event')`. */
  emitEvent: (event: StoredEvent) => void
  sendMail: (mail: Mail) => void
  /** Runs the steps of scans, which read all answers to a survey, or all persons or events. See D-798. */
  limitSteps: LimitSteps
  /** @throws HttpError 429 when the caller has sent too many requests. */
  throttle: (group: ThrottleGroup, caller: string) => void
  /** @throws HttpError 429 when the address has sent too many of the limited requests. */
  addressLimits: Record<'check' | 'count', (limit: AddressLimit, ip: string | undefined) => void>
}
