// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { codesIn, tableOf } from '../support/docs'
import { openDocsSite } from './docsSite'

const src = join(import.meta.dirname, '../../src')
/** All code of the client. */
const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file) && !file.startsWith('server'))
  .map(file => readFileSync(join(src, file), 'utf8'))
  .join('\n')

/** Values of the first argument of each call of a function: texts, both of a condition. */
const firstArguments = (call: RegExp) =>
  [...code.matchAll(new RegExp(`${call.source}\\(\\s*([^),]*)`, 'g'))].flatMap(([, argument]) =>
    [...argument!.matchAll(/'([\w-]+)'/g)].map(([, text]) => text!),
  )

afterEach(() => vi.unstubAllGlobals())

describe('docs/troubleshooting.md', () => {
  it('logs what goes wrong, on later pages too', async () => {
    const site = await openDocsSite()
    await site.run('troubleshooting', '0.ts')
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    site.service.fail({ path: '/flags', status: 500 })
    site.earshot.init('phc_your_project_key', { api_host: 'https://events.example.com' })
    await site.earshot.ready()
    expect(warn.mock.calls[0]?.slice(0, 2)).toEqual(['earshot:', 'flags'])
    expect(localStorage.getItem('earshot_debug')).toBe('true')
    await site.earshot.shutdown()
  })

  it('passes what goes wrong to the hook', async () => {
    const site = await openDocsSite()
    site.service.fail({ path: '/flags', status: 500 })
    const info = vi.spyOn(console, 'info').mockImplementation(() => {})
    await site.run('troubleshooting', '1.ts')
    await site.earshot.ready()
    expect(info.mock.calls[0]?.slice(0, 2)).toEqual(['earshot', 'flags'])
    await site.earshot.shutdown()
  })

  it('lists every reason of on_error, and no other', () => {
    const reasons = [
      ...firstArguments(/\b(?:emitError|on_error\?\.)/),
      ...firstArguments(/onInvalid: \(\) => host\.emitError/),
    ]
    expect(reasons).toContain('unreachable')
    expect(
      tableOf('troubleshooting', 'Reason')
        .map(([reason]) => codesIn(reason!)[0])
        .sort(),
    ).toEqual([...new Set(reasons)].sort())
  })

  it.each(tableOf('troubleshooting', 'Message').map(([message]) => codesIn(message!)[0]!))(
    'quotes a message of the client: %s',
    message => {
      // `logUsageError` adds the name of the library.
      const parts = message.split('…').map(part => part.replace(/^earshot\./, ''))
      for (const part of parts.filter(text => /\w{3}/.test(text))) expect(code, part).toContain(part)
    },
  )

  it('quotes every message', () => {
    const messages = [
      ...code.matchAll(/logUsageError\(\s*[`']([^$`']{4,}?)(?:\$\{|[`'])/g),
      ...code.matchAll(/(?:console\.warn\(|\blog\('warn',)\s*'(earshot[^']{12,})'/g),
    ].map(([, text]) => text!.trim())
    expect(messages.length).toBeGreaterThan(12)
    const listed = tableOf('troubleshooting', 'Message').map(([message]) => message!)
    for (const message of messages)
      expect(
        listed.some(text => text.includes(message)),
        message,
      ).toBe(true)
  })
})
