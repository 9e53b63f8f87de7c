import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve } from 'earshot/node'
import { createService, type ServiceOptions } from 'earshot/server'
import { afterEach, describe, expect, it } from 'vitest'
import { createSite } from '../migrate/site'
import { textsOf } from '../support/startCli'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** Serves a service and returns its URL. */
async function startService(options: ServiceOptions): Promise<string> {
  const { url, close } = await serve(createService(options))
  closers.push(close)
  return url
}

/** Runs the command. */
const types = (args: string[], env: Record<string, string> = {}) => textsOf(['types', ...args], { env })

const flag = (key: string, filters: object = {}, more: object = {}) => ({ key, filters, ...more })
const variants = (...percentages: [key: string, rollout_percentage: number][]) => ({
  variants: percentages.map(([key, rollout_percentage]) => ({ key, rollout_percentage })),
})
const FLAGS = [
  flag('new-checkout', {
    multivariate: variants(['test', 50], ['control', 50]),
    payloads: { test: '{"limit":3,"label":"new"}', control: '{"limit":1}' },
  }),
  flag('nav'),
  flag('partial', { multivariate: variants(["it's", 40]) }),
  flag('notice', { payloads: { true: '["a",1]' } }),
  flag('secret', { payloads: { true: '"x"' } }, { has_encrypted_payloads: true }),
  flag('old', {}, { deleted: true }),
  flag('survey-targeting-1a2b3c-custom'),
]

const FLAG_TYPES = `// Written by \`npx earshot types\`. Run it again to change this file.
import 'earshot'

declare module 'earshot' {
  interface FeatureFlags {
    nav: undefined
    'new-checkout': { label?: string; limit: number }
    notice: (number | string)[]
    partial: undefined
    secret: unknown
  }

  interface FlagVariants {
    nav: boolean
    'new-checkout': 'control' | 'test' | false
    notice: boolean
    partial: 'it\\'s' | boolean
    secret: boolean
  }
}`

describe('earshot types with the reference service', () => {
  it('prints the flags of a project, sorted, whatever their order', async () => {
    for (const flags of [FLAGS, [...FLAGS].reverse()]) {
      const host = await startService({
        flags,
        personalKeys: [{ key: 'phx_a', scopes: ['feature_flag:read'] }],
      })
      expect(await types(['--host', `${host}/`, '--key', 'phx_a'])).toEqual({
        code: 0,
        out: FLAG_TYPES,
        err: '',
      })
    }
  })

  it('takes the key from EARSHOT_PERSONAL_KEY, and the project by its id', async () => {
    const projects: ServiceOptions['projects'] = [
      { id: 1, projectKey: 'phc_a', flags: { first: true } },
      { id: 2, projectKey: 'phc_b', flags: { second: true } },
    ]
    const host = await startService({ projects, personalKeys: [{ key: 'phx_a' }] })
    const { out } = await types(['--host', host, '--project', '2'], { EARSHOT_PERSONAL_KEY: 'phx_a' })
    expect(out).toContain('    second: boolean\n')
    expect(out).not.toContain('first')
  })

  it('reads all pages', async () => {
    const keys = Array.from({ length: 1_001 }, (_, index) => `flag_${index}`)
    const host = await startService({ flags: Object.fromEntries(keys.map(key => [key, true])) })
    const { out } = await types(['--host', host, '--key', 'phx_demo'])
    expect(out.match(/: boolean/g)).toHaveLength(1_001)
  })

  it('writes a file, and with --check compares it', async () => {
    const file = join(createSite({}), 'earshot.d.ts')
    const service = createService({ flags: FLAGS })
    const { url, close } = await serve(service)
    closers.push(close)
    const args = ['--host', url, '--key', 'phx_demo', '--out', file]
    expect((await types([...args, '--check'])).code).toBe(1)
    expect((await types(args)).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe(`${FLAG_TYPES}\n`)
    expect(await types([...args, '--check'])).toEqual({ code: 0, out: '', err: '' })

    const other = await startService({ flags: { other: true } })
    const changed = await types(['--host', other, '--key', 'phx_demo', '--out', file, '--check'])
    expect([changed.code, changed.err]).toEqual([1, expect.stringContaining(`${file} differs`)])
    expect(readFileSync(file, 'utf8')).toBe(`${FLAG_TYPES}\n`)
  })

  it.each<[string, string, string]>([
    [
      'an unknown key',
      'phx_wrong',
      '401: Personal API key found in request Authorization header is invalid.',
    ],
    ['a key without the scope', 'phx_surveys', "403: API key missing required scope 'feature_flag:read'"],
  ])('exits with 1 and the reason for %s', async (_, key, reason) => {
    const host = await startService({ personalKeys: [{ key: 'phx_surveys', scopes: ['survey:read'] }] })
    const { code, err } = await types(['--host', host, '--key', key])
    expect([code, err]).toEqual([1, expect.stringContaining(reason)])
  })

  it('exits with 1 and the reason when there is no service', async () => {
    const { code, err } = await types(['--host', 'http://127.0.0.1:9', '--key', 'phx_demo'])
    expect(code).toBe(1)
    expect(err).toMatch(/^earshot: fetch failed: \S/)
  })
})

describe('earshot types with definitions of events', () => {
  type Handler = (path: string, query: URLSearchParams) => unknown
  /** Serves lists in the shape of the hosted service, two items a page. */
  async function startHosted(lists: Handler): Promise<{ host: string; keys: Set<string | undefined> }> {
    const keys = new Set<string | undefined>()
    const server = createServer(({ url, headers }, response) => {
      keys.add(headers.authorization)
      const { pathname, searchParams } = new URL(url!, 'http://hosted.test')
      const items = lists(pathname.split('/')[4]!, searchParams)
      if (!Array.isArray(items)) return void response.writeHead(items as number).end('{"detail":"no"}')
      const offset = Number(searchParams.get('offset') ?? 0)
      searchParams.set('offset', `${offset + 2}`)
      const body = {
        count: items.length,
        // The service names itself by its public address.
        next: offset + 2 < items.length ? `http://hosted.test${pathname}?${searchParams}` : null,
        results: items.slice(offset, offset + 2),
      }
      response.end(JSON.stringify(body))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => new Promise(resolve => server.close(resolve)))
    return { host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys }
  }

  const PROPERTIES: Record<string, object[]> = {
    'signed up': [
      { name: 'seats', property_type: 'Numeric' },
      { name: 'plan', property_type: 'String' },
      { name: '$browser', property_type: 'String' },
      { name: 'at', property_type: 'DateTime' },
      { name: 'is trial', property_type: 'Boolean' },
      { name: 'raw', property_type: null },
    ],
    opened: [],
  }
  const lists: Handler = (list, query) => {
    if (list === 'feature_flags') return [{ key: 'nav', filters: {} }]
    if (list === 'event_definitions') return ['signed up', '$pageview', 'opened'].map(name => ({ name }))
    const [name] = JSON.parse(query.get('event_names')!)
    return query.get('filter_by_event_names') === 'true' ? PROPERTIES[name]! : []
  }

  it('prints events with the properties that the service has seen', async () => {
    const { host, keys } = await startHosted(lists)
    const { code, out } = await types(['--host', host, '--key', 'phx_hosted'])
    expect(code).toBe(0)
    expect(out).toContain(`
  interface Events {
    opened: { [name: string]: unknown }
    'signed up': { at?: string | Date; 'is trial'?: boolean; plan?: string; raw?: unknown; seats?: number; [name: string]: unknown }
  }
`)
    expect([...keys]).toEqual(['Bearer phx_hosted'])
  })

  it('prints flags alone with --no-events', async () => {
    const { host } = await startHosted(lists)
    const { out } = await types(['--host', host, '--key', 'phx_hosted', '--no-events'])
    expect(out).toContain('nav: boolean')
    expect(out).not.toContain('Events')
  })

  it('exits with 1 when the key may not read events, so that they are not lost from the file', async () => {
    const { host } = await startHosted(list => (list === 'feature_flags' ? [] : 403))
    const { code, err } = await types(['--host', host, '--key', 'phx_hosted'])
    expect([code, err]).toEqual([1, expect.stringContaining('event_definitions/ answered 403: no')])
  })

  it('gives declarations that TypeScript checks code with', async () => {
    const { host } = await startHosted((list, query) =>
      list === 'feature_flags' ? FLAGS : lists(list, query),
    )
    const { out } = await types(['--host', host, '--key', 'phx_hosted'])
    const use = `
import earshot, { type CapturedEvent } from 'earshot'
import { useFeatureFlagPayload, useFeatureFlagVariantKey } from 'earshot/react'
const value: 'control' | 'test' | false | undefined = earshot.getFeatureFlag('new-checkout')
const limit: number | undefined = earshot.getFeatureFlagPayload('new-checkout')?.limit
const label: string | undefined = earshot.getFeatureFlagResult('new-checkout')?.payload?.label
const any: string | boolean | undefined = earshot.getFeatureFlag('unknown')
const enabled: boolean | undefined = earshot.isFeatureEnabled('nav')
const variant: 'control' | 'test' | false | undefined = useFeatureFlagVariantKey('new-checkout')
const payload: { limit: number } | undefined = useFeatureFlagPayload('new-checkout')
const event: CapturedEvent | undefined = earshot.capture('signed up', { plan: 'pro', at: new Date(), more: 1 })
earshot.capture('unknown', { plan: 1 })
// @ts-expect-error: no such variant
const wrong: 'other' | undefined = earshot.getFeatureFlag('new-checkout')
// @ts-expect-error: a number
earshot.capture('signed up', { plan: 1 })
// @ts-expect-error: no such field
earshot.getFeatureFlagPayload('new-checkout')?.size
export default [value, limit, label, any, enabled, variant, payload, event, wrong]
`
    expect(compile({ 'earshot.d.ts': out, 'use.ts': use })).toEqual([])
    // Without the declarations, the wrong property is allowed.
    expect(compile({ 'use.ts': use }).filter(line => line.includes('TS2578'))).toHaveLength(1)
  }, 60_000)

  /** Compiles files with the types of this package, and returns the errors in them. */
  function compile(files: Record<string, string>): string[] {
    const root = join(import.meta.dirname, '../..')
    const compilerOptions = {
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'Bundler',
      jsx: 'react-jsx',
      jsxImportSource: 'preact',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      paths: { earshot: [join(root, 'src/index.ts')], 'earshot/react': [join(root, 'src/react.ts')] },
    }
    const tsconfig = JSON.stringify({ compilerOptions, files: Object.keys(files) })
    const folder = createSite({ ...files, 'tsconfig.json': tsconfig })
    const args = [join(root, 'node_modules/.bin/tsc'), '--pretty', 'false', '-p', '.']
    return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
      .stdout.split('\n')
      .filter(line => /^(earshot\.d|use)\.ts/.test(line))
  }
})

describe('earshot types with invalid arguments', () => {
  it.each<[string[], string]>([
    [[], '--host must be a URL'],
    [['--host', 'us.posthog.com', '--key', 'k'], '--host must be a URL'],
    [['--host', 'https://us.posthog.com'], '--key must be a personal key'],
    [['--host', 'https://us.posthog.com', '--key', 'k', '--check'], '--check needs --out'],
    [['--hots', 'x'], "Unknown option '--hots'"],
  ])('exits with 2 for %j', async (args, detail) => {
    const { code, err } = await types(args)
    expect(code).toBe(2)
    expect(err).toContain(detail)
    expect(err).toContain('Usage: earshot types')
  })

  it('prints its help', async () => {
    const { code, out } = await types(['--help'])
    expect([code, out]).toEqual([0, expect.stringContaining('--no-events')])
  })
})
