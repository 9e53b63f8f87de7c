import { defineCommand, UsageError } from './command'

/** `earshot migrate`. */
export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'rewrite a site from posthog-js to Earshot',
  positionals: '[folder]',
  description: `Rewrites a site from posthog-js to Earshot: imports, mocks, types, settings of init and of the
provider, the snippet in HTML, package.json. Prints a diff and what is left to do.`,
  options: {
    write: { type: 'boolean', help: 'write the files (default: print the diff)' },
    'script-url': {
      type: 'string',
      value: 'url',
      default: '/earshot.js',
      help: 'where the site serves earshot.js (default: /earshot.js)',
    },
  },
  notes: `The diff goes to the standard output, the rest to the standard error. A file that cannot be parsed
is listed and left as it is.`,
  async run({ write = false, 'script-url': scriptUrl }, io, [folder = '.', ...more]) {
    if (more.length > 0) throw new UsageError('expected one folder')
    const { runMigrate } = await import('../../migrate/runMigrate')
    await runMigrate({ folder, write, scriptUrl }, io)
  },
})
