// Statistics and memory of the service after a million survey events, in memory, on SQLite and on PostgreSQL. `--events 100000` for
// fewer.
import { parseArgs } from 'node:util'
import { median, repetitions } from './harness.mjs'
import { openServers } from './support/servers.mjs'

const { values } = parseArgs({ options: { events: { type: 'string', default: '1000000' } }, strict: false })
const FEW = 1000
const MANY = Number(values.events)
const ROUNDS = repetitions(3)

/** Title -> query of the statistics. Bounds that differ each time are not cached. */
const QUERIES = {
  'statistics of a survey, ms': () => '',
  'statistics between two dates, ms': round =>
    `?date_from=2020-01-01T00:00:00.${String(round).padStart(3, '0')}Z`,
}

async function milliseconds(url, query) {
  const times = []
  for (let round = 0; round <= ROUNDS; round++) {
    const start = performance.now()
    const response = await fetch(`${url}/api/projects/1/surveys/nps/stats${query(round)}`, {
      headers: { authorization: 'Bearer phx_demo' },
    })
    const { stats } = await response.json()
    if (!stats['survey shown'].total_count) throw new Error('The statistics are empty.')
    // The first request compiles.
    if (round > 0) times.push(performance.now() - start)
  }
  return median(times)
}

async function measure(servers, name, count) {
  // The default limits of memory delete events.
  const server = await servers.start(name, {
    surveys: [{ id: 'nps' }],
    maxBytes: 2 ** 40,
    maxEvents: 2 ** 40,
  })
  try {
    const start = performance.now()
    await server.ask('fill', count)
    const row = { 'events per second in batches of 1,000': (count * 1000) / (performance.now() - start) }
    row['memory with these events, MB'] = await server.ask('megabytes')
    for (const [title, query] of Object.entries(QUERIES)) row[title] = await milliseconds(server.url, query)
    row['most memory so far, MB'] = await server.ask('maxMegabytes')
    return row
  } finally {
    server.stop()
  }
}

const servers = await openServers()
for (const name of servers.names.filter(name => name !== 'parsing only')) {
  const [few, many] = [await measure(servers, name, FEW), await measure(servers, name, MANY)]
  console.log(`\n${name}, median of ${ROUNDS}\n`)
  console.log(`| measure | ${FEW} events | ${MANY} events | ratio |\n|---|---|---|---|`)
  for (const [title, value] of Object.entries(many))
    console.log(
      `| ${title} | ${few[title].toFixed(1)} | ${value.toFixed(1)} | ${(value / few[title]).toFixed(2)}x |`,
    )
}
await servers.remove()
