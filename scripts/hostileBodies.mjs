// Bodies that cost a service more than they cost their sender, with the public key alone. For `hostileLoad.mjs` and its test.
import { gzipSync } from 'node:zlib'

let id = 0
const unique = (length = 200) => `${id++}`.padEnd(length, 'x')
const list = (count, item) => Array.from({ length: count }, (_, index) => item(index))
const record = (count, value) => Object.fromEntries(list(count, index => [`p${index}`, value(index)]))
const named = (event, properties) => ({ event, properties: { distinct_id: unique(), ...properties } })
const nested = depth => (depth > 0 ? { a: nested(depth - 1) } : 1)

/** Each returns the events of a batch. `part`: 0 to 1, how much of the usual size. */
const BATCHES = [
  part => list(200_000 * part, () => ({})),
  part => list(2000 * part, () => named('a', { text: 'y'.repeat(500) })),
  part => list(2000 * part, () => named('$identify', { $set: { [unique()]: 'y'.repeat(300) } })),
  part => list(2000 * part, () => named('$identify', { $anon_distinct_id: unique() })),
  part => list(2000 * part, () => named('$merge_dangerously', { alias: unique() })),
  part =>
    list(2000 * part, () =>
      named('$groupidentify', { $group_type: 'a', $group_key: unique(), $group_set: { a: 'y' } }),
    ),
  part => list(1, () => named('a', { text: 'y'.repeat(15_000_000 * part) })),
  part => [named('a', { list: list(500_000 * part, () => ({})) })],
  part => list(2000 * part, () => named('a', { deep: nested(240) })),
  part => list(100 * part, () => named('a', { [unique(150_000)]: 1 })),
  part => [named('$set', { $set: record(400_000 * part, index => index) })],
  part => [named('$set', { $unset: list(1_000_000 * part, index => `p${index}`) })],
  // A chain: each person is merged into the next.
  part => {
    const start = id
    id += 20_000
    const alias = index => `c${start + index}`
    return list(20_000 * part, index => ({
      event: '$create_alias',
      distinct_id: alias(index),
      properties: { alias: alias(index + 1) },
    }))
  },
  part => list(20 * part, () => named('a', { $groups: record(20_000, () => unique(20)) })),
  part =>
    list(10_000 * part, () =>
      named('survey sent', { $survey_id: unique(30), $survey_submission_id: unique(300) }),
    ),
]

const FLAGS_REQUESTS = [
  part => ({ person_properties: record(400_000 * part, index => index) }),
  part => ({
    groups: record(300_000 * part, index => `${index}`),
    group_properties: record(300_000 * part, index => ({ a: index })),
  }),
  part => ({ flag_keys: list(1_000_000 * part, index => `k${index}`) }),
  // Of another type, so that each is a problem of its own to report.
  part => ({ group_properties: record(300_000 * part, () => 5) }),
]

/** Unpacked in the service: a small request may be a large body. */
const compressed = json => gzipSync(typeof json === 'string' ? json : JSON.stringify(json))
const inBatch = events => ({ api_key: 'phc_demo', batch: events })
const ofBatch = batch => part => ({
  path: '/batch/?compression=gzip-js',
  body: compressed(inBatch(batch(part))),
})
const ofFlags = fields => part => ({
  path: '/flags?v=2&compression=gzip-js',
  body: compressed({ api_key: 'phc_demo', distinct_id: unique(), ...fields(part) }),
})

/** Each returns a request: path, body and headers. */
export const HOSTILE_REQUESTS = [
  ...BATCHES.map(ofBatch),
  ...FLAGS_REQUESTS.map(ofFlags),
  part => ({ path: '/batch/', body: JSON.stringify(inBatch(BATCHES[6](part))) }),
  part => ({ path: '/batch/?compression=gzip-js', body: compressed('['.repeat(9_000_000 * part)) }),
  part => ({ path: '/batch/?compression=gzip-js', body: gzipSync(new Uint8Array(100_000_000 * part)) }),
  part => ({
    path: '/e/',
    body: `data=${'%25'.repeat(5_000_000 * part)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  // Millions of parts: fields, blanks, escapes, lists. See D-720.
  part => ({
    path: '/e/',
    body: `data=x&${'a&'.repeat(9_500_000 * part)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  part => ({ path: '/e/?compression=base64', body: `A${' '.repeat(15_000_000 * part)}A` }),
  part => ({ path: '/i/v0/e/', body: gzipSync(`{"n":NaN,"a":"${'\\"'.repeat(9_900_000 * part)}"}`) }),
  part => ({
    path: '/i/v0/e/',
    body: gzipSync(`${'['.repeat(256)}${'[],'.repeat(6_000_000 * part)}1${']'.repeat(256)}`),
  }),
  // Needs no turn as sent. See D-721.
  part => ({
    path: '/i/v0/e/',
    body: compressed({ api_key: 'phc_demo', ...named('a', { text: 'y'.repeat(900_000 * part) }) }),
  }),
  // Takes the place of JSON, without a hint to its encoding.
  part => ({
    path: '/e/',
    body: Buffer.from(JSON.stringify(inBatch(BATCHES[6](0.7 * part)))).toString('base64'),
  }),
  () => ({ path: `/i/v0/e/?${'a=1&'.repeat(3500)}`, body: '{}' }),
  () => ({
    path: '/flags?v=2',
    body: '{}',
    headers: Object.fromEntries(list(90, index => [`x-${id}-${index}`, 'y'.repeat(100)])),
  }),
]
