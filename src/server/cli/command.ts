import { parseArgs } from 'node:util'

/** The terminal of a command. */
export interface CliIO {
  out: (text: string) => void
  err: (text: string) => void
  /** Writes text without a line break. Resolves when more may follow. */
  write: (text: string) => Promise<void>
  /** Yields the lines of the input. */
  lines: () => AsyncIterable<string>
  /** The environment variables. */
  env: Readonly<Record<string, string | undefined>>
  /** Registers a callback for the signal to stop. */
  onStop: (stop: () => void) => void
  /** The folder of the browser scripts. */
  folder: string
}

/** An option of a command, in the form of `parseArgs`. */
interface CliOption {
  type: 'string' | 'boolean'
  default?: string
  /** Whether the option may be repeated. */
  multiple?: boolean
  /** The name of the value in the help. */
  value?: string
  help: string
}

type CliOptions = Readonly<Record<string, CliOption>>

/** The values of options, as `parseArgs` returns them. */
export type OptionValues<O extends CliOptions> = {
  [N in keyof O]: O[N] extends { type: 'boolean' }
    ? boolean | undefined
    : O[N] extends { multiple: true }
      ? string[] | undefined
      : O[N] extends { default: string }
        ? string
        : string | undefined
}

interface CommandDefinition<O extends CliOptions> {
  /** One or two words: `serve`, `keys create`. */
  name: string
  /** One line for the list of commands. */
  summary: string
  /** The arguments without a name, such as `<id>`. None when missing. */
  positionals?: string
  /** The text between the usage and the options. */
  description: string
  options: O
  /** The text below the options. */
  notes?: string
  run: (values: OptionValues<O>, io: CliIO, positionals: string[]) => Promise<void>
}

/** A command of `earshot`. */
export interface Command {
  name: string
  summary: string
  help: string
  /**
   * Resolves when the command has ended.
   *
   * @throws UsageError for wrong arguments, any other error when the command fails.
   */
  run: (args: string[], io: CliIO) => Promise<void>
}

/** The error of wrong arguments. The help of the command is printed below it. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Creates a command from the table of its options, of which parsing and help follow. */
export function defineCommand<const O extends CliOptions>(definition: CommandDefinition<O>): Command {
  const { name, summary, positionals, options, run } = definition
  return {
    name,
    summary,
    help: commandHelp(definition),
    run: async (args, io) => {
      const parsed = parse(args, options, positionals !== undefined)
      // The table of options decides the types of their values.
      await run(parsed.values as OptionValues<O>, io, parsed.positionals)
    },
  }
}

function parse(args: string[], options: CliOptions, allowPositionals: boolean) {
  try {
    return parseArgs({ args, options, allowPositionals })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function commandHelp(definition: Omit<CommandDefinition<CliOptions>, 'run'>): string {
  const { name, positionals, description, options, notes } = definition
  const rows = Object.entries(options).map(([option, { value, help }]): [string, string] => [
    value === undefined ? `--${option}` : `--${option} <${value}>`,
    help,
  ])
  rows.push(['-h, --help', 'print this help'])
  return [
    `Usage: earshot ${[name, positionals, '[options]'].filter(Boolean).join(' ')}`,
    '',
    description,
    '',
    'Options:',
    ...alignRows(rows),
    ...(notes === undefined ? [] : ['', notes]),
  ].join('\n')
}

/** Returns lines of two columns. The second one may have several lines. */
export function alignRows(rows: [name: string, text: string][]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(
    ([name, text]) => `  ${name.padEnd(width)}  ${text.replaceAll('\n', `\n${' '.repeat(width + 4)}`)}`,
  )
}
