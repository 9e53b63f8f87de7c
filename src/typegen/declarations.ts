import { SURVEY_FLAG_PREFIX } from '../wire/survey'
import type { Definitions, EventDefinition, FlagDefinition, PropertyDefinition } from './definitions'
import { byCodeUnit, keyText, quoted, typeOfValues, unionOf } from './payloadType'

const HEADER = '// Written by `npx earshot types`. Run it again to change this file.\n'

/**
 * Returns the declaration file of a project: `FeatureFlags`, `FlagVariants` and `Events`. The same definitions give the same text,
 * whatever their order. See D-512.
 */
export function declarationsOf({ flags, events }: Definitions): string {
  const used = sorted(
    flags.filter(({ key, deleted }) => !deleted && !key.startsWith(SURVEY_FLAG_PREFIX)),
    ({ key }) => key,
  )
  const interfaces = [
    interfaceText(
      'FeatureFlags',
      used.map(flag => [flag.key, payloadType(flag)]),
    ),
    interfaceText(
      'FlagVariants',
      used.map(flag => [flag.key, valueType(flag)]),
    ),
    ...(events ? [interfaceText('Events', sorted(events, ({ name }) => name).map(eventMember))] : []),
  ]
  return `${HEADER}import 'earshot'\n\ndeclare module 'earshot' {\n${interfaces.join('\n')}}\n`
}

type Member = [name: string, type: string]

const sorted = <T>(items: readonly T[], name: (item: T) => string): T[] =>
  [...items].sort((a, b) => byCodeUnit(name(a), name(b)))

function interfaceText(name: string, members: readonly Member[]): string {
  if (members.length === 0) return `  interface ${name} {}\n`
  const lines = members.map(([key, type]) => `    ${keyText(key)}: ${type}\n`)
  return `  interface ${name} {\n${lines.join('')}  }\n`
}

/** Returns the type of a flag's payload. A flag without a payload has none, an unreadable one may be anything. */
function payloadType({ filters, has_encrypted_payloads }: FlagDefinition): string {
  if (has_encrypted_payloads) return 'unknown'
  const payloads = Object.values(filters?.payloads ?? {}).filter(
    payload => payload !== null && payload !== '',
  )
  return payloads.length > 0 ? typeOfValues(payloads.map(parsed)) : 'undefined'
}

/** Returns a payload as the client hands it out: JSON as its value, other text as it is. */
function parsed(payload: unknown): unknown {
  if (typeof payload !== 'string') return payload
  try {
    return JSON.parse(payload)
  } catch {
    return payload
  }
}

/** Returns the type of a flag's value. Variants that add up to less than 100 leave some visitors with `true`. */
function valueType({ filters }: FlagDefinition): string {
  const variants = filters?.multivariate?.variants ?? []
  if (variants.length === 0) return 'boolean'
  const total = variants.reduce((sum, { rollout_percentage = 0 }) => sum + rollout_percentage, 0)
  return `${unionOf(variants.map(({ key }) => quoted(key)))} | ${total < 100 ? 'boolean' : 'false'}`
}

const PROPERTY_TYPES: Readonly<Record<string, string>> = {
  String: 'string',
  Numeric: 'number',
  Boolean: 'boolean',
  DateTime: 'string | Date',
}

/** Events may have properties that no definition knows yet. */
function eventMember({ name, properties }: EventDefinition): Member {
  const fields = sorted(properties, property => property.name).map(
    (property: PropertyDefinition) =>
      `${keyText(property.name)}?: ${PROPERTY_TYPES[property.property_type ?? ''] ?? 'unknown'}`,
  )
  return [name, `{ ${[...fields, '[name: string]: unknown'].join('; ')} }`]
}
