/** What `earshot` was asked to do; or why that makes no sense. */
type CliCommand =
  | { kind: 'help' }
  | { kind: 'serve'; port: number; host: string; seed: string | undefined }
  | { kind: 'invalid'; detail: string }

const DEFAULT_PORT = 8000
const DEFAULT_HOST = '127.0.0.1'

/** Options that take a value, with or without `=`. */
const OPTIONS = ['--port', '--host', '--seed']

/** Reads the words behind `earshot`. */
export function parseCliArguments(argv: string[]): CliCommand {
  if (argv.includes('--help') || argv.includes('-h') || argv[0] === 'help') return { kind: 'help' }
  const [command, ...rest] = argv
  if (command === undefined) return { kind: 'invalid', detail: 'say what to do: earshot serve' }
  if (command !== 'serve') return { kind: 'invalid', detail: `there is no command ${command}` }
  const values = new Map<string, string>()
  for (let at = 0; at < rest.length; at++) {
    const [name, inline] = splitAtEquals(rest[at]!)
    if (!OPTIONS.includes(name)) return { kind: 'invalid', detail: `there is no option ${name}` }
    const value = inline ?? rest[++at]
    if (value === undefined || value === '') return { kind: 'invalid', detail: `${name} needs a value` }
    values.set(name, value)
  }
  const port = values.get('--port') ?? String(DEFAULT_PORT)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) {
    return { kind: 'invalid', detail: `--port must be a number from 0 to 65535, not ${port}` }
  }
  return {
    kind: 'serve',
    port: Number(port),
    host: values.get('--host') ?? DEFAULT_HOST,
    seed: values.get('--seed'),
  }
}

function splitAtEquals(argument: string): [string, string | undefined] {
  const at = argument.indexOf('=')
  return at < 0 ? [argument, undefined] : [argument.slice(0, at), argument.slice(at + 1)]
}

/** The options that a file can hold, and what each must be. */
const SEED_FIELDS: Record<string, string> = {
  projects: 'a list',
  id: 'a number',
  name: 'a text',
  projectKey: 'a text',
  timeZone: 'a text',
  flags: 'a list or an object',
  cohorts: 'a list',
  surveys: 'a list',
  persons: 'a list',
  groups: 'a list',
  groupTypes: 'a list',
  config: 'an object',
  quota: 'an object',
  users: 'a list',
  personalKeys: 'a list',
  strictTags: 'true or false',
  strictTokens: 'true or false',
  userBodies: 'true or false',
  requireUserScopes: 'true or false',
  publicGet: 'true or false',
  legacyRoutes: 'true or false',
  maxBodyBytes: 'a number',
  maxEvents: 'a number',
  throttles: 'an object',
  requestLogSize: 'a number',
}

/** What is wrong with the content of a seed file; undefined when nothing is. */
export function seedError(content: unknown): string | undefined {
  if (jsonType(content) !== 'an object') return 'it must hold a JSON object'
  for (const [field, value] of Object.entries(content as object)) {
    const expected = Object.hasOwn(SEED_FIELDS, field) ? SEED_FIELDS[field] : undefined
    if (expected === undefined) return `there is no option ${field}`
    if (!expected.includes(jsonType(value))) return `${field} must be ${expected}`
    const isList = Array.isArray(value) && field !== 'groupTypes'
    if (isList && !value.every(item => jsonType(item) === 'an object'))
      return `${field} must be a list of objects`
  }
  return undefined
}

/** The words that the table above uses. */
function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (value === null) return 'null'
  const types: Record<string, string> = { string: 'a text', number: 'a number', boolean: 'true or false' }
  return types[typeof value] ?? 'an object'
}
