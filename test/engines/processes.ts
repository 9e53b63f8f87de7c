import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'

const PATIENCE_MS = 60_000

/** Waits until something is so. Rejects when that takes too long. */
export async function soon(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await isSo()); ) {
    if (Date.now() > end) throw new Error(`Not within ${PATIENCE_MS / 1000} s: ${isSo}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** Resolves when a process has ended. */
export const ended = (child: ChildProcess): Promise<void> =>
  new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })

/** A port that nobody listens to. */
export const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
