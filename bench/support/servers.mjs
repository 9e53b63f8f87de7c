// Starts the servers that service-ingest.mjs and service-million.mjs compare, each in a process of its own, so that sending does not
// slow it down. This file is also the program of that process.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { serve as serveBaseline } from '@hono/node-server'
import { Hono } from 'hono'
import { findPostgres, startPostgres } from '../../scripts/postgres.mjs'

/** The measured build: `EARSHOT_OUT`, or `dist/`. */
const dist = resolve(process.env.EARSHOT_OUT ?? fileURLToPath(new URL('../../dist', import.meta.url)))
const load = file => import(pathToFileURL(join(dist, file)).href)

const serveStore = async (options, store) => {
  const [{ createService }, { serve }] = [await load('server.js'), await load('node.js')]
  const service = createService({ requestLogSize: 1, ...options, ...(store ? { store } : {}) })
  return { url: (await serve(service)).url, service }
}
const openStore = async url => (await load('store.js')).openStore(url)

/** Name -> function that starts a server, given the options of the service and where its data is. */
const SERVERS = {
  'parsing only': () =>
    new Promise(resolve => {
      const app = new Hono().all('*', async context => {
        if (context.req.method === 'POST') await context.req.json()
        return context.json({ status: 'Ok' })
      })
      serveBaseline({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
        resolve({ url: `http://127.0.0.1:${port}` }),
      )
    }),
  memory: ({ options }) => serveStore(options),
  SQLite: async ({ options, folder }) =>
    serveStore(options, await openStore(join(mkdtempSync(join(folder, 'store-')), 'earshot.db'))),
  PostgreSQL: async ({ options, postgres }) => {
    const store = await openStore(postgres)
    await store.clear()
    return serveStore(options, store)
  },
}

/**
 * Prepares the databases. PostgreSQL does not wait for the disk (`fsync=off`), and is left out where it is not installed.
 *
 * @returns `names` of the servers; `start` starts one; `remove` deletes the databases.
 */
export async function openServers() {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'))
  const postgres = findPostgres() && (await startPostgres())
  return {
    names: Object.keys(SERVERS).filter(name => postgres || name !== 'PostgreSQL'),
    /** @returns The URL of a new server, `ask` for a task of `TASKS` in its process, and `stop`. */
    async start(name, options = {}) {
      const data = { name, options, folder, postgres: postgres?.url }
      const child = fork(fileURLToPath(import.meta.url))
      child.send(data)
      const [url] = await once(child, 'message')
      return {
        url,
        async ask(task, value) {
          child.send([task, value])
          return (await once(child, 'message'))[0]
        },
        stop: () => child.kill('SIGKILL'),
      }
    },
    async remove() {
      await postgres?.remove()
      rmSync(folder, { recursive: true })
    },
  }
}

/** What a server's process does for the benchmark. */
const TASKS = {
  /** Stores survey events of 5,000 respondents. */
  async fill(service, count) {
    for (let start = 0; start < count; start += 1000) {
      const batch = Array.from({ length: 1000 }, (_, i) => ({
        event: ['survey shown', 'survey dismissed', 'survey sent'][i % 3],
        distinct_id: `user-${(start + i) % 5000}`,
        properties: {
          $survey_id: 'nps',
          $current_url: 'https://shop.test/products/7',
          $lib: 'web',
          position: i,
        },
      }))
      const body = JSON.stringify({ api_key: 'phc_demo', batch })
      const { ok } = await service.fetch('http://bench/batch/', { method: 'POST', body })
      if (!ok) throw new Error('The service rejected the events.')
    }
  },
  megabytes: () => process.memoryUsage.rss() / 2 ** 20,
  maxMegabytes: () => process.resourceUsage().maxRSS / 2 ** 10,
}

if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) {
  const [data] = await once(process, 'message')
  const { url, service } = await SERVERS[data.name](data)
  process.on('message', async ([task, value]) => process.send((await TASKS[task](service, value)) ?? 0))
  process.send(url)
}
