import type { Reply } from '../transport/transport'
import type { Properties } from '../wire/event'
import type { FlagsReply, FlagValue } from '../wire/flag'
import { type CallParts, createCallReport } from './called'
import { createFlagLoader, type FlagLoader, type LoaderParts } from './loader'
import { isSilent, payloadOf } from './merge'
import { createFlagValues, type FlagOverrides, type FlagsCallback, type FlagValues, type ValueParts } from './values'

/** What flags ask of the rest of the client. */
export interface FlagHost
  extends ValueParts,
    Omit<CallParts, 'values'>,
    Omit<LoaderParts, 'onReply' | 'onFailure'> {
  /** The configuration part of an answer; `undefined`: the request failed. */
  onConfig(reply: FlagsReply | undefined, error?: string): void
  /** An answer for the current person arrived: the anonymous id needs not be told any more. */
  onSettled(): void
  report(reason: string, detail?: unknown): void
}

export interface FlagReadOptions {
  /** False: does not report the call. */
  send_event?: boolean
  /** True: only from an answer of this page. */
  fresh?: boolean
}

/** One flag, with what hangs on it. */
export interface FeatureFlag {
  key: string
  enabled: boolean
  variant?: string
  payload?: unknown
}

/** Flags: asked for, kept, read. */
export interface Flags extends Pick<FlagLoader, 'start' | 'reload' | 'inputsChanged' | 'setPaused' | 'stop'> {
  load(): void
  /** `undefined` while nothing is known, and for a flag that is not there. */
  result(name: string, options?: FlagReadOptions): FeatureFlag | undefined
  /** The bare value; nothing is reported. */
  peek(name: string): FlagValue | undefined
  payload(name: string): unknown
  all(): FeatureFlag[]
  /** Whether a good answer has come in this page, or values are there without one. */
  hasLoaded(): boolean
  wasAnswered(): boolean
  update(values: Record<string, FlagValue>, payloads?: Record<string, unknown>, merge?: boolean): void
  override(overrides: FlagOverrides): void
  on(run: FlagsCallback): () => void
  eventProperties(): Properties
  forget(): void
  values: FlagValues
}

export function createFlags(host: FlagHost): Flags {
  const values = createFlagValues(host)
  const reportCall = createCallReport({ ...host, values })
  let answered = false

  const onReply = (reply: FlagsReply, outdated: boolean) => {
    host.onConfig(reply)
    if (outdated) return
    const limited = reply.quotaLimited?.includes('feature_flags')
    if (limited) host.report('quota_limited', reply.quotaLimited)
    else answered = true
    if (isSilent(reply)) return values.settle(limited ? 'quota_limited' : undefined)
    const { advanced_only_evaluate_survey_feature_flags: some, flag_keys: keys } = host.settings()
    values.take(reply, some || keys !== undefined)
    host.onSettled()
  }
  const onFailure = (error: string, reply: Reply) => {
    host.report('flags', { error, detail: reply.json })
    host.onConfig(undefined, error)
    values.settle(error)
  }
  const loader = createFlagLoader({ ...host, onReply, onFailure })

  const result = (name: string, { send_event = true, fresh = false }: FlagReadOptions = {}): FeatureFlag | undefined => {
    if (!values.isKnown() || (fresh && values.source() !== 'loaded')) return undefined
    if (values.isStale()) {
      loader.reload()
      return undefined
    }
    const value = values.valueOf(name)
    if (send_event) {
      values.noteRead(name)
      reportCall(name, value)
    }
    if (value === undefined) return undefined
    const payload = payloadOf(values.payloadText(name))
    return {
      key: name,
      enabled: value !== false,
      ...(typeof value === 'string' && { variant: value }),
      ...(payload !== undefined && { payload }),
    }
  }

  return {
    ...loader,
    load: values.load,
    result,
    peek: name => (values.isStale() ? undefined : values.valueOf(name)),
    payload: name => payloadOf(values.payloadText(name)),
    all: () => values.names().flatMap(name => result(name, { send_event: false }) ?? []),
    hasLoaded: () => answered || values.hasValues(),
    wasAnswered: () => answered,
    update: (flags, payloads = {}, merge = false) => values.update(flags, payloads, merge),
    override: values.override,
    on: values.on,
    eventProperties: values.eventProperties,
    forget: values.forget,
    values,
  }
}
