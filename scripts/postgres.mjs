import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const DEBIAN_FOLDER = '/usr/lib/postgresql'
const START_TIMEOUT_MS = 30_000

/**
 * Returns the folder of the programs of PostgreSQL: that in `POSTGRES_BIN`, or an installed one.
 *
 * @returns {string | undefined} `undefined` when there is none.
 */
export function findPostgres() {
  if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : []
  const debian = versions
    .sort((a, b) => Number(b) - Number(a))
    .map(version => join(DEBIAN_FOLDER, version, 'bin'))
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...debian]
  return folders.find(folder => existsSync(join(folder, 'initdb')))
}

/**
 * Starts a PostgreSQL of its own, on a free port and in a temporary folder. It does not wait for the disk.
 *
 * `stop` and `start` interrupt it; `remove` ends it and deletes its data.
 */
export async function startPostgres() {
  const bin = findPostgres()
  if (!bin)
    throw new Error('PostgreSQL is missing. Install it, or set POSTGRES_BIN to the folder of its programs.')
  const folder = mkdtempSync(join(tmpdir(), 'earshot-postgres-'))
  const user = unprivilegedUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const initdb = ['-D', data, '-U', 'earshot', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  const { status, stderr } = spawnSync(join(bin, 'initdb'), initdb, {
    ...user,
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`)
  const port = await freePort()
  const url = `postgres://earshot@127.0.0.1:${port}/postgres`
  let server

  const start = async () => {
    const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off']
    const args = ['-D', data, '-p', port, '-N', '300', ...settings.flatMap(setting => ['-c', setting])]
    server = spawn(join(bin, 'postgres'), args.map(String), { ...user, cwd: folder, stdio: 'ignore' })
    await untilReady(url, server)
  }
  /** Ends all connections at once, as a failing machine would. */
  const stop = async () => {
    if (server.exitCode !== null) return
    server.kill('SIGQUIT')
    await once(server, 'exit')
  }
  await start()
  return {
    url,
    start,
    stop,
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag, name) =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) }
    } catch {
      // No such user.
    }
  }
  throw new Error('PostgreSQL needs a user other than root, and there is neither postgres nor nobody.')
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

async function untilReady(url, server) {
  // Imported here, because `findPostgres` runs before the dependencies are installed.
  const { default: pg } = await import('pg')
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await pause(50)) {
    if (server.exitCode !== null) throw new Error(`postgres has ended with ${server.exitCode}.`)
    const client = new pg.Client(url)
    const isReady = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (isReady) return
  }
  server.kill('SIGQUIT')
  throw new Error('postgres did not start.')
}
