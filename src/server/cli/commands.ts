import { alignRows, type Command } from './command'
import { exportCommand } from './exportData'
import { importCommand } from './importData'
import { createKeyCommand, listKeysCommand, revokeKeysCommand } from './keys'
import { migrateCommand } from './migrate'
import { serveCommand } from './serve'
import { typesCommand } from './types'

/** The commands, in the order of the help. */
const COMMANDS: Command[] = [
  serveCommand,
  createKeyCommand,
  listKeysCommand,
  revokeKeysCommand,
  exportCommand,
  importCommand,
  migrateCommand,
  typesCommand,
]

/** The help of `earshot` itself. */
export const HELP = [
  'Usage: earshot <command> [options]',
  '',
  'Commands:',
  ...alignRows(COMMANDS.map(({ name, summary }) => [name, summary])),
  '',
  'Options:',
  ...alignRows([
    ['-h, --help', 'print this help, or that of a command'],
    ['--version', 'print the version'],
  ]),
  '',
  'Exit codes: 1 if the command failed, 2 for invalid arguments.',
].join('\n')

/** Returns the command that arguments begin with, and the arguments that follow its name. */
export function findCommand(argv: string[]): { command: Command; args: string[] } | undefined {
  for (const command of COMMANDS) {
    const words = command.name.split(' ')
    if (words.every((word, index) => argv[index] === word)) return { command, args: argv.slice(words.length) }
  }
  return undefined
}
