import type { LogFormat } from '../operations/accessLog'
import type { ServiceOptions } from '../options'
import { type OptionValues, UsageError } from './command'

/** The options of `earshot serve` for a service that others use. */
export const OPERATION_OPTIONS = {
  log: {
    type: 'string',
    value: 'format',
    help: 'print a line for each request, as text or json, without keys, ids, addresses and queries',
  },
  keep: {
    type: 'string',
    value: 'age',
    help: 'delete events and survey answers after this time, for example 365d or 12h (default: never)',
  },
  'max-events': {
    type: 'string',
    value: 'number',
    help: 'delete the oldest events of a project above this number',
  },
  'limit-capture': {
    type: 'string',
    value: 'number',
    help: 'capture requests of an address per minute; others get 429',
  },
  'limit-auth': {
    type: 'string',
    value: 'number',
    help: 'requests of an address with a wrong personal key per minute; others get 429',
  },
  'trust-proxy': {
    type: 'string',
    value: 'number',
    default: '0',
    help: 'number of reverse proxies, whose X-Forwarded-For tells the address (default: 0)',
  },
} as const

/** What the options mean. */
export interface Operations {
  log: LogFormat | undefined
  trustedProxies: number
  /** The options of the service that were given. */
  service: Pick<ServiceOptions, 'keepMs' | 'maxEvents' | 'addressLimits'>
}

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const UNIT_MS: Record<string, number> = { h: HOUR_MS, d: 24 * HOUR_MS }

/**
 * Parses the values of the options.
 *
 * @throws UsageError that names the wrong option.
 */
export function parseOperations(values: OptionValues<typeof OPERATION_OPTIONS>): Operations {
  const { log, keep } = values
  if (log !== undefined && log !== 'text' && log !== 'json')
    throw new UsageError(`--log must be text or json, not '${log}'`)
  const maxEvents = parseLimit('max-events', values)
  const capture = parseLimit('limit-capture', values)
  const failedAuthentication = parseLimit('limit-auth', values)
  const limits = Object.entries({ capture, failedAuthentication }).flatMap(([name, requests]) =>
    requests === undefined ? [] : [[name, { requests, perMs: MINUTE_MS }]],
  )
  return {
    log,
    trustedProxies: parseCount('trust-proxy', values) ?? 0,
    service: {
      ...(keep === undefined ? {} : { keepMs: parseAge(keep) }),
      ...(maxEvents === undefined ? {} : { maxEvents }),
      ...(limits.length === 0 ? {} : { addressLimits: Object.fromEntries(limits) }),
    },
  }
}

function parseCount<N extends string>(
  name: N,
  values: { [name in N]: string | undefined },
): number | undefined {
  const text = values[name]
  if (text === undefined) return undefined
  if (/^\d{1,12}$/.test(text)) return Number(text)
  throw new UsageError(`--${name} must be a number, not '${text}'`)
}

/** Zero would keep nothing, or refuse everything. */
function parseLimit<N extends string>(
  name: N,
  values: { [name in N]: string | undefined },
): number | undefined {
  const count = parseCount(name, values)
  if (count === 0) throw new UsageError(`--${name} must be above 0. Leave it out for no limit`)
  return count
}

function parseAge(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,6})([hd])$/.exec(text) ?? []
  const ms = Number(digits) * UNIT_MS[unit]!
  if (ms > 0) return ms
  throw new UsageError(`--keep must be a number of days or hours such as 365d or 12h, not '${text}'`)
}
