import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compileFlag } from '../../src/server/flags/evaluation/compileFlag'
import { evaluationOrder } from '../../src/server/flags/evaluation/evaluationOrder'
import type { Service } from '../../src/server/index'
import { callSurveys, createSurvey, SURVEYS } from '../interface/surveyApi'
import { cpuTime } from '../support/cpuTime'
import { createTestService, fetchManagement, post } from './testService'

/** Characters of the short text. The long one has eight times as many: three doublings. */
const CHARACTERS = 15_000
const FACTOR = 8
/** The bound, 2.5 for each doubling: linear work grows by 8, quadratic work by 64. */
const MAX_GROWTH = 2.5 ** 3
/** Added to both times, so that the ratio of two tiny ones says nothing. */
const NOISE_MS = 4

type Send = (service: Service) => Promise<unknown>

/** Returns the milliseconds of processor time that a new service takes for a request. */
async function duration(send: Send): Promise<number> {
  const service = createTestService({ flags: { plain: true }, groupTypes: ['company'] })
  // Seeds the store.
  await service.state.flags()
  const begin = cpuTime()
  await send(service)
  return cpuTime() - begin
}

/** Returns how much more work the long input takes. Measures again before it accuses: a garbage collection may have fallen into one. */
async function growth(short: Send, long: Send): Promise<number> {
  let [shortMs, longMs] = [NOISE_MS, Number.POSITIVE_INFINITY]
  for (let attempt = 0; attempt < 4 && longMs / shortMs > MAX_GROWTH; attempt++) {
    longMs = Math.min(longMs, NOISE_MS + (await duration(long)))
    // The short input takes no less than nothing, which is most often enough.
    if (longMs / shortMs > MAX_GROWTH) shortMs = Math.max(shortMs, NOISE_MS + (await duration(short)))
  }
  return longMs / shortMs
}

/** Texts that repeat a piece between two others. */
const PIECES: [piece: string, before?: string, after?: string][] = [
  ['a'],
  [' ', 'a', 'b'],
  ['\u200b', 'a', 'b'],
  ['\n', 'a', 'b'],
  ['/', 'https://a', 'b'],
  ['.', 'a@b', '!'],
  ['@', 'a'],
  [',', 'a'],
  [':', '[', 'x]:1'],
  ['1'],
  ['1', '2025-01-01T00:00:00.', 'x'],
  [' ', '2025-01-01', 'x'],
  ['"'],
  ['\\'],
  ['🎈'],
  ['\ud83c'],
  ['{"a":', '', ''],
  ['[', '', ''],
  ['<a '],
  ['<b>'],
  ['<p>x</p>'],
  ['<!--'],
  ['a=b ', '<a ', '>'],
  ['&a'],
  ['javascript:', ' '],
  ['%41'],
]
const TEXTS = PIECES.map(([piece, before = '', after = '']) => ({
  name: before + piece + after,
  create: (length: number) => before + piece.repeat(length / piece.length) + after,
}))

const KEY = { api_key: 'phc_demo' }
const capture =
  (fields: (text: string) => object) =>
  (text: string): Send =>
  service =>
    post(service, '/i/v0/e/', { ...KEY, event: 'a', distinct_id: 'u', ...fields(text) })
const flags =
  (fields: (text: string) => object) =>
  (text: string): Send =>
  service =>
    post(service, '/flags?v=2', { ...KEY, distinct_id: 'u', ...fields(text) })
const survey =
  (fields: (text: string) => object) =>
  (text: string): Send =>
  service =>
    createSurvey(service, fields(text))
const question = (fields: (text: string) => object) =>
  survey(text => ({ questions: [{ type: 'open', question: 'a', ...fields(text) }] }))
const search =
  (path: (text: string) => string) =>
  (text: string): Send =>
  service =>
    callSurveys(service, 'GET', path(new URLSearchParams({ '': text }).toString().slice(1)))
const user =
  (fields: (text: string) => object) =>
  (text: string): Send =>
  service =>
    fetchManagement(service, 'PATCH', '/api/users/@me/', fields(text))
const header =
  (name: string) =>
  (text: string): Send =>
  service =>
    post(service, '/flags?v=2', { ...KEY, distinct_id: 'u' }, { [name]: text.replace(/[^ -~]/g, '') })
const body =
  (path: string) =>
  (text: string): Send =>
  service =>
    post(service, path, text)

const FIELDS: Record<string, (text: string) => Send> = {
  'event name': capture(event => ({ event })),
  'property names and values': capture(text => ({ properties: { [text]: text } })),
  'nested property': capture(text => ({ properties: { a: { [text]: [text] } } })),
  'current URL': capture(text => ({ properties: { $current_url: text, $referrer: text, $ip: text } })),
  'event uuid': capture(uuid => ({ uuid })),
  'event timestamp': capture(timestamp => ({ timestamp, sent_at: timestamp, offset: timestamp })),
  'event distinct id': capture(distinct_id => ({ distinct_id })),
  'event key': capture(api_key => ({ api_key })),
  $set: capture(text => ({ $set: { [text]: text }, $set_once: { [text]: text }, $unset: [text] })),
  $identify: capture(text => ({
    event: '$identify',
    properties: { $anon_distinct_id: text, alias: text, $device_id: text },
  })),
  $groupidentify: capture(text => ({
    event: '$groupidentify',
    properties: { $group_type: text, $group_key: text, $group_set: { [text]: text } },
  })),
  'group of a known type': capture(text => ({ properties: { $groups: { company: text, [text]: text } } })),
  'survey event': capture(text => ({
    event: 'survey sent',
    properties: { $survey_id: text, $survey_submission_id: text, $survey_response: text },
  })),
  'flags distinct id': flags(text => ({ distinct_id: text, $device_id: text, $anon_distinct_id: text })),
  'flags properties': flags(text => ({
    person_properties: { [text]: text },
    group_properties: { company: { [text]: text } },
    groups: { company: text, [text]: text },
  })),
  'flags lists': flags(text => ({
    flag_keys_to_evaluate: [text],
    evaluation_contexts: [text],
    timezone: text,
  })),
  'flags key': flags(token => ({ token, api_key: token })),
  'survey name': survey(name => ({ name, description: name })),
  'survey dates': survey(text => ({ start_date: text, end_date: text })),
  'survey conditions': survey(text => ({ conditions: { url: text, selector: text } })),
  'survey appearance': survey(text => ({
    appearance: { thankYouMessageHeader: text, thankYouMessageDescription: text, backgroundColor: text },
  })),
  'survey translations': survey(text => ({ translations: { [text]: { name: text, description: text } } })),
  question: question(text => ({ id: text, question: text, description: text, buttonText: text })),
  'HTML description': question(text => ({ description: text, descriptionContentType: 'html' })),
  'question choices': question(text => ({ type: 'multiple_choice', choices: [text, text] })),
  'question link': question(link => ({ type: 'link', link })),
  'question translations': question(text => ({
    translations: { [text]: { question: text, choices: [text] } },
  })),
  'survey search': search(text => `?search=${text}&type=${text}&limit=${text}`),
  'unknown parameter': search(text => `?${text}=${text}`),
  'survey id': search(text => `${text}/`),
  'user fields': user(text => ({ email: text, first_name: text, password: text })),
  'header of the client address': header('x-forwarded-for'),
  'user agent': header('user-agent'),
  authorization: header('authorization'),
  'content type': header('content-type'),
  'content encoding': header('content-encoding'),
  'capture body': body('/e/'),
  'batch body': body('/batch/'),
  'Base64 body': body('/e/?compression=base64'),
  'LZ64 body': body('/e/?compression=lz64'),
  'form body': text => body('/e/')(`data=${text}`),
  'gzip body': text => service => post(service, '/batch/?compression=gzip-js', gzipSync(text)),
  'management body': text => service => fetchManagement(service, 'POST', SURVEYS, text),
}

describe('growth of the work of the service with the length of a text', () => {
  it.each(Object.entries(FIELDS))(
    'grows in proportion to the text: %s (R50)',
    async (_, send) => {
      const tooMuch: [string, number][] = []
      for (const { name, create } of TEXTS) {
        const [short, long] = [create(CHARACTERS), create(FACTOR * CHARACTERS)]
        const ratio = await growth(send(short), send(long))
        if (ratio > MAX_GROWTH) tooMuch.push([name, ratio])
      }
      expect(tooMuch).toEqual([])
    },
    60_000,
  )
})

const range = <T>(count: number, item: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => item(index))
const members = (count: number) => Object.fromEntries(range(count, index => [`m${index}`, index]))
const batch = (count: number, event: (index: number) => object) => {
  const events = range(count, index => ({ event: 'a', distinct_id: 'u', ...event(index) }))
  return (service: Service) => post(service, '/batch/', { ...KEY, batch: events })
}
const manySurveys = (count: number, fields: (index: number) => object) => async (service: Service) => {
  for (let index = 0; index < count; index++)
    await createSurvey(service, { name: `s${index}`, ...fields(index) })
}

const LISTS: Record<string, (count: number) => Send> = {
  'events of one person': count => batch(count, () => ({})),
  'events of other persons': count => batch(count, index => ({ distinct_id: `u${index}` })),
  'events with one uuid': count => batch(count, () => ({ uuid: '01990000-0000-7000-8000-000000000000' })),
  'invalid events': count => batch(count, () => ({ event: '' })),
  'person properties': count => batch(count, index => ({ $set: { [`p${index}`]: index } })),
  'names that are unset': count => batch(count, index => ({ $set: { a: 1 }, $unset: ['a', `p${index}`] })),
  'anonymous ids of one person': count =>
    batch(count, index => ({ event: '$identify', properties: { $anon_distinct_id: `a${index}` } })),
  'persons merged in a chain': count => service => {
    const link = (index: number) => ({
      event: '$merge_dangerously',
      distinct_id: `u${index}`,
      properties: { alias: `u${index - 1}` },
    })
    const events = range(count, index => [{ event: 'a', distinct_id: `u${index}` }, link(index)]).flat()
    return post(service, '/batch/', { ...KEY, batch: events })
  },
  'groups of one type': count =>
    batch(count, index => ({
      event: '$groupidentify',
      properties: { $group_type: 'company', $group_key: `g${index}`, $group_set: { a: 1 } },
    })),
  'group types': count =>
    batch(count, index => ({
      event: '$groupidentify',
      properties: { $group_type: `t${index}`, $group_key: 'a' },
    })),
  'survey responses': count =>
    batch(count, index => ({
      event: 'survey sent',
      distinct_id: `u${index}`,
      properties: { $survey_id: 's', $survey_submission_id: `${index}` },
    })),
  'members of properties': count => capture(() => ({ properties: members(count), $set: members(count) }))(''),
  'members of person properties': count =>
    flags(() => ({ person_properties: members(count), groups: members(count) }))(''),
  'flag keys': count => flags(() => ({ flag_keys_to_evaluate: range(count, String) }))(''),
  questions: count =>
    survey(() => ({ questions: range(count, () => ({ type: 'open', question: 'a' })) }))(''),
  choices: count => question(() => ({ type: 'single_choice', choices: range(count, String) }))(''),
  languages: count =>
    survey(() => ({
      translations: Object.fromEntries(range(count, index => [`l${index}`, { name: 'a' }])),
    }))(''),
  'query parameters': count => search(() => `?${range(count, index => `p${index}=1`).join('&')}`)(''),
  surveys: count => manySurveys(count / 20, () => ({})),
}

describe('growth of the work of the service with the length of a list', () => {
  it.each(Object.entries(LISTS))(
    'grows in proportion to the list: %s (R50)',
    async (_, send) => {
      expect(await growth(send(500), send(FACTOR * 500))).toBeLessThan(MAX_GROWTH)
    },
    60_000,
  )
})

describe('growth of the order of flags with the number of flags that need one flag (4.3)', () => {
  const flagsOnOne = (count: number): Send => {
    const compiled = range(count, id =>
      compileFlag({
        id,
        key: `f${id}`,
        filters: { groups: [{ properties: id === 0 ? [] : [{ key: '0', type: 'flag', value: true }] }] },
      } as never),
    )
    return async () => evaluationOrder(compiled)
  }

  it('grows in proportion to their number (D-493)', async () => {
    expect(await growth(flagsOnOne(5_000), flagsOnOne(FACTOR * 5_000))).toBeLessThan(MAX_GROWTH)
  })
})
