// CPU time of the reference service, as ratios: flag evaluation, capture and statistics.
import { rm, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'
import { Hono } from 'hono'

const root = new URL('..', import.meta.url)

/** Bundles a source file and imports it. The bundle is in `node_modules`, where its packages can be resolved. */
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

/** Returns the mean CPU milliseconds of a call, measured over one second. CPU time excludes other processes on the machine. */
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

// Five conditions that all have to be evaluated, because the last one decides.
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
  'Flag evaluation, 5 conditions per flag; ratio of the time per flag to that with 100 flags',
  flagRows.map(({ perFlag, ...row }) => ({
    ...row,
    ratio: Number((perFlag / flagRows[1].perFlag).toFixed(2)),
  })),
)

// Compared with a handler that only parses the body, in process and over HTTP.
const baseline = new Hono().post('*', async context =>
  context.json({ status: (await context.req.json()) ? 'Ok' : 'No' }),
)
const baselineFetch = (input, init) =>
  baseline.fetch(input instanceof Request ? input : new Request(input, init))
const overHttp = async targetFetch => {
  const { url, close } = await serve({ fetch: targetFetch })
  return {
    send: (path, body) => fetch(url + path, { method: 'POST', body }).then(response => response.text()),
    close,
  }
}
const inProcess = async targetFetch => ({
  send: (path, body) => post(targetFetch, path, body),
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
    for (const targetFetch of [createService({ requestLogSize: 1 }).fetch, baselineFetch]) {
      const { send, close } = await connect(targetFetch)
      times.push(await timeOf(() => send('/batch/', body)))
      await close()
    }
    eventRows.push({
      via,
      batch: size,
      'events/s': Math.round((size * 1000) / times[0]),
      'baseline events/s': Math.round((size * 1000) / times[1]),
      ratio: Number((times[0] / times[1]).toFixed(1)),
    })
  }
}
print('Capture, compared with a handler that only parses the body; ratio of times', eventRows)

const statisticsRows = []
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
  const unfiltered = await timeOf(get(''))
  const filtered = await timeOf(get('?date_from=2020-01-01T00:00:00Z'))
  statisticsRows.push({
    events,
    'ms, all events': Number(unfiltered.toFixed(2)),
    'ms, with a date filter': Number(filtered.toFixed(2)),
  })
}
print('Statistics of one survey', statisticsRows)
