// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as earshot from 'earshot'
import * as react from 'earshot/react'
import posthog, { type PostHogConfig } from 'posthog-js'
import * as theirReact from 'posthog-js/react'
import * as theirSurveys from 'posthog-js/react/surveys'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { IgnoredConfig } from '../../src/client/unsupported'
import { EXPORTS, TYPE_NAMES } from '../../src/migrate/exportNames'
import { MISSING_MEMBERS } from '../../src/migrate/memberNames'
import type { IGNORED_SETTINGS } from '../../src/migrate/settingNames'
import { startClient } from '../support/startClient'

const entry = (name: string) => readFileSync(join(import.meta.dirname, '../../src', name), 'utf8')

describe('EXPORTS', () => {
  it('has what the entries export', () => {
    expect(Object.keys(earshot)).toEqual(expect.arrayContaining([...EXPORTS.earshot.values]))
    expect(Object.keys(react)).toEqual(expect.arrayContaining([...EXPORTS['earshot/react'].values]))
    for (const type of [...EXPORTS.earshot.types, ...TYPE_NAMES.values()])
      expect(entry('index.ts')).toMatch(new RegExp(`\\b${type}\\b`))
    for (const type of EXPORTS['earshot/react'].types)
      expect(entry('react.ts')).toMatch(new RegExp(`\\b${type}\\b`))
  })

  it('has each value of the React package of posthog-js', () => {
    const names = [...Object.keys(theirReact), ...Object.keys(theirSurveys)].filter(
      name => name !== 'default',
    )
    expect([...EXPORTS['earshot/react'].values]).toEqual(expect.arrayContaining(names))
  })
})

describe('MISSING_MEMBERS', () => {
  it('has each public member of posthog-js that the client lacks, and no other one with an effect', () => {
    const { client } = startClient()
    const names = [...Object.keys(posthog), ...Object.getOwnPropertyNames(Object.getPrototypeOf(posthog))]
    const known = [...Object.keys(client), ...Object.keys(client.surveys), 'constructor', 'toString']
    const missing = names.filter(name => /^[^_].{2}/.test(name) && !known.includes(name))
    expect([...MISSING_MEMBERS.keys()]).toEqual(expect.arrayContaining(missing))
    for (const name of MISSING_MEMBERS.keys()) {
      const member = (client as unknown as Record<string, unknown>)[name]
      expect([undefined, false, ''], name).toContain(typeof member === 'function' ? member() : member)
    }
  })
})

describe('IGNORED_SETTINGS', () => {
  it('has each setting of posthog-js that Earshot lacks or ignores', () => {
    type Ignored = keyof typeof IGNORED_SETTINGS | `__preview_${string}`
    type Renamed =
      | 'cookie_name'
      | 'disable_cookie'
      | 'process_person'
      | 'property_blacklist'
      | 'store_google'
      | 'xhr_headers'
      | 'verbose'
      | 'advanced_disable_decide'
      | 'evaluation_contexts'
      | 'opt_out_capturing_cookie_prefix'
    type Lacking = Exclude<keyof PostHogConfig, keyof earshot.Config | Renamed>
    expectTypeOf<Lacking | keyof IgnoredConfig>().toExtend<Ignored>()
    expectTypeOf<Extract<Exclude<keyof earshot.Config, keyof IgnoredConfig>, Ignored>>().toBeNever()
  })
})
