import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../..')

let bundled: Promise<string> | undefined
/** Bundles the command line of the sources, so that a process of its own can run it. */
function bundleCli(): Promise<string> {
  bundled ??= (async () => {
    const outdir = await mkdtemp(join(tmpdir(), 'earshot-cli-'))
    const entryPoints = [join(root, 'src/server/cli.ts')]
    await build({
      entryPoints,
      outdir,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      // As in the package, `serve` does not load the code of other commands. It starts a hundred times.
      splitting: true,
      minifyWhitespace: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
    })
    return join(outdir, 'cli.mjs')
  })()
  return bundled
}

/** A process of `earshot serve`. */
export interface ServiceProcess {
  url: string
  pid: number
  /** Ends the process as a crash does. */
  kill: () => Promise<void>
  /** Ends the process as a container does. Resolves to its exit code. */
  stop: () => Promise<number | null>
  signal: (signal: NodeJS.Signals) => void
  /** Returns all that it has printed. */
  output: () => string
}

/** Runs `earshot` with arguments. Drivers are found from `cwd`. */
export async function spawnCli(args: string[], cwd = root): Promise<ChildProcess> {
  return spawn(process.execPath, [await bundleCli(), ...args], { cwd, stdio: 'pipe' })
}

/** Starts `earshot serve` on a database, and waits until it listens. */
export async function startProcess(...args: string[]): Promise<ServiceProcess> {
  return waitForStart(await spawnCli(['serve', '--port=0', ...args]))
}

/** As `startProcess`, where no file may grow beyond a number of bytes. */
export async function startWithFileLimit(maxBytes: number, ...args: string[]): Promise<ServiceProcess> {
  const command = [process.execPath, await bundleCli(), 'serve', '--port=0', ...args]
  return waitForStart(spawn('prlimit', [`--fsize=${maxBytes}:`, ...command], { cwd: root, stdio: 'pipe' }))
}

async function waitForStart(child: ChildProcess): Promise<ServiceProcess> {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', text => {
      output += text
    })
  const exited = once(child, 'exit')
  const listening = (async () => {
    for (;;) {
      await once(child.stdout!, 'data')
      const [, url] = /Listening on (\S+)/.exec(output) ?? []
      if (url) return url
    }
  })()
  const url = await Promise.race([
    listening,
    exited.then(([code]) => {
      throw new Error(`earshot serve has ended with ${code}: ${output}`)
    }),
  ])
  return {
    url,
    pid: child.pid!,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      child.kill('SIGTERM')
      const [code] = await exited
      return code
    },
    signal: signal => child.kill(signal),
    output: () => output,
  }
}
