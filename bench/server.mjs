// Speed of the reference service, as ratios: node bench/server.mjs
import { rm, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'
import { Hono } from 'hono'

const root = new URL('..', import.meta.url)

/** A source file as it stands, bundled beside the packages it needs. */
async function load(entry) {
  const { outputFiles } = await build({
    absWorkingDir: root.pathname,
    entryPoints: [entry],
    bundle: true,
    packages: 'external',
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  const file = new URL(`node_modules/.bench-${entry.replaceAll('/', '-')}-${process.pid}.mjs`, root)
  await writeFile(file, outputFiles[0].contents)
  try {
    return await import(file.href)
  } finally {
    await rm(file)
  }
}

/** Processor time of one call in ms, over a second of calls, the first ones not counted: other work on the machine does not show. */
async function timeOf(work) {
  for (let i = 0; i < 20; i++) await work()
  const before = process.cpuUsage()
  const end = performance.now() + 1000
  let calls = 0
  for (; performance.now() < end || calls < 20; calls++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / calls
}

const print = (title, rows) => {
  console.log(`\n${title}`)
  console.table(rows)
}

const { createService } = await load('src/server/index.ts')
const { serve } = await load('src/server/node.ts')
const post = (fetch, path, body) => fetch(`http://bench.test${path}`, { method: 'POST', body })

// Five conditions that all have to be looked at: the last one decides.
const condition = (value, index) => ({
  properties: [
    {
      key: 'plan',
      value: [`${value}-${index}`, 'none'],
      operator: index % 2 ? 'exact' : 'icontains',
      type: 'person',
    },
  ],
  rollout_percentage: 50,
})
const flagRows = []
for (const count of [10, 100, 1000]) {
  const flags = Array.from({ length: count }, (_, flag) => ({
    key: `flag-${flag}`,
    filters: { groups: Array.from({ length: 5 }, (_, index) => condition(flag, index)) },
  }))
  const service = createService({ flags, requestLogSize: 1 })
  const body = JSON.stringify({ api_key: 'phc_demo', distinct_id: 'u', person_properties: { plan: 'pro' } })
  const ms = await timeOf(() => post(service.fetch, '/flags?v=2', body))
  flagRows.push({
    flags: count,
    'requests/s': Math.round(1000 / ms),
    'flags/s': Math.round((count * 1000) / ms),
    perFlag: ms / count,
  })
}
print(
  'Flag evaluation, 5 conditions a flag; cost of one flag as a ratio to that among 100',
  flagRows.map(({ perFlag, ...row }) => ({
    ...row,
    ratio: Number((perFlag / flagRows[1].perFlag).toFixed(2)),
  })),
)

// Beside a handler that only parses the body, without a network and over one.
const bare = new Hono().post('*', async context =>
  context.json({ status: (await context.req.json()) ? 'Ok' : 'No' }),
)
const bareFetch = (input, init) => bare.fetch(input instanceof Request ? input : new Request(input, init))
const overHttp = async fetchThere => {
  const { url, close } = await serve({ fetch: fetchThere })
  return {
    send: (path, body) => fetch(url + path, { method: 'POST', body }).then(response => response.text()),
    close,
  }
}
const inProcess = async fetchThere => ({
  send: (path, body) => post(fetchThere, path, body),
  close: async () => {},
})
const eventRows = []
for (const [via, connect] of Object.entries({ 'in process': inProcess, HTTP: overHttp })) {
  for (const size of [1, 100]) {
    const batch = Array.from({ length: size }, (_, i) => ({
      event: 'a',
      distinct_id: `u${i}`,
      properties: { $current_url: 'https://a.test/', n: i },
    }))
    const body = JSON.stringify({ api_key: 'phc_demo', batch })
    const times = []
    for (const fetchThere of [createService({ requestLogSize: 1 }).fetch, bareFetch]) {
      const { send, close } = await connect(fetchThere)
      times.push(await timeOf(() => send('/batch/', body)))
      await close()
    }
    eventRows.push({
      via,
      batch: size,
      'events/s': Math.round((size * 1000) / times[0]),
      'bare events/s': Math.round((size * 1000) / times[1]),
      ratio: Number((times[0] / times[1]).toFixed(1)),
    })
  }
}
print('Capture, beside a bare handler that only parses the body; ratio of times', eventRows)

const statRows = []
for (const events of [1000, 100_000]) {
  const service = createService({ surveys: [{ id: 's' }], requestLogSize: 1 })
  for (let start = 0; start < events; start += 1000) {
    const batch = Array.from({ length: 1000 }, (_, i) => ({
      event: ['survey shown', 'survey dismissed', 'survey sent'][i % 3],
      distinct_id: `u${(start + i) % 5000}`,
      properties: { $survey_id: 's' },
    }))
    await post(service.fetch, '/batch/', JSON.stringify({ api_key: 'phc_demo', batch }))
  }
  const get = query => () =>
    service.fetch(`http://bench.test/api/projects/1/surveys/s/stats${query}`, {
      headers: { authorization: 'Bearer phx_demo' },
    })
  const whole = await timeOf(get(''))
  const bounded = await timeOf(get('?date_from=2020-01-01T00:00:00Z'))
  statRows.push({
    events,
    'ms, running totals': Number(whole.toFixed(2)),
    'ms, all within bounds': Number(bounded.toFixed(2)),
  })
}
print('Statistics of one survey', statRows)
