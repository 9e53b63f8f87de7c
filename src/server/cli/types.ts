import { defineCommand, UsageError } from './command'

/** `earshot types`. */
export const typesCommand = defineCommand({
  name: 'types',
  summary: 'write a declaration file for the flags and events of a project',
  description: `Writes a declaration file with the flags and the events of a project, so that TypeScript checks
their names, values, payloads and properties.`,
  options: {
    host: {
      type: 'string',
      value: 'url',
      help: "URL of the service's API, for example https://us.posthog.com",
    },
    key: {
      type: 'string',
      value: 'key',
      help: 'personal key with feature_flag:read, event_definition:read and\nproperty_definition:read (default: EARSHOT_PERSONAL_KEY)',
    },
    project: {
      type: 'string',
      value: 'id',
      default: '@current',
      help: 'id of the project (default: the first one of the key)',
    },
    out: { type: 'string', value: 'file', help: 'file to write (default: the standard output)' },
    check: { type: 'boolean', help: 'write nothing, and fail when the file of --out differs' },
    'no-events': { type: 'boolean', help: 'leave events out' },
  },
  notes: 'A service without definitions of events gives flags alone.',
  async run({ host = '', key, project, out: file, check = false, 'no-events': noEvents = false }, io) {
    const personalKey = key ?? io.env['EARSHOT_PERSONAL_KEY'] ?? ''
    if (!/^https?:\/\/[^/]/.test(host))
      throw new UsageError('--host must be a URL, for example https://us.posthog.com')
    if (personalKey === '') throw new UsageError('--key must be a personal key')
    if (check && file === undefined) throw new UsageError('--check needs --out')
    const { runTypes } = await import('../../typegen/runTypes')
    await runTypes({ host, key: personalKey, project, hasEvents: !noEvents, file, check }, io)
  },
})
