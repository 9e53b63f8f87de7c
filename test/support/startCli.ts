import { expect, vi } from 'vitest'
import { runCli } from '../../src/server/cli'

interface CliSettings {
  env?: Record<string, string>
  /** The folder of the browser scripts. */
  folder?: string
  /** The lines of the input. */
  input?: string[]
}

/** Runs a command in this process. Collects its output; `stop` does what Ctrl-C does. */
export function startCli(argv: string[], { env = {}, folder = 'no-scripts', input = [] }: CliSettings = {}) {
  const output = { out: '', err: '' }
  let stop = () => {}
  const code = runCli(argv, {
    out: text => {
      output.out += `${text}\n`
    },
    err: text => {
      output.err += `${text}\n`
    },
    write: async text => {
      output.out += text
    },
    lines: async function* () {
      yield* input
    },
    env,
    onStop: stopCli => {
      stop = stopCli
    },
    folder,
  })
  return { output, code, stop: () => stop() }
}

/** A command in this process. */
export type RunningCli = ReturnType<typeof startCli>

/** Runs a command to its end. */
export async function runToEnd(argv: string[], settings?: CliSettings) {
  const { output, code: ended } = startCli(argv, settings)
  const code = await ended
  return { ...output, code }
}

/** Waits until `earshot serve` listens. Returns its URL. */
export async function urlOf({ output }: RunningCli): Promise<string> {
  await vi.waitFor(() => expect(output.out + output.err).toMatch(/Listening on|earshot: /), {
    timeout: 10_000,
  })
  const [, url] = /Listening on (\S+)/.exec(output.out) ?? []
  if (!url) throw new Error(output.err)
  return url
}

/** Stops `earshot serve`. */
export async function stopCli({ stop, code }: RunningCli): Promise<void> {
  stop()
  expect(await code).toBe(0)
}

/** Runs a command to its end. Its texts have no last line break, as files and reports are compared. */
export async function textsOf(argv: string[], settings?: CliSettings) {
  const { code, out, err } = await runToEnd(argv, settings)
  return { code, out: out.replace(/\n$/, ''), err: err.replace(/\n$/, '') }
}
