import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { EarshotClient } from 'earshot'
import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'

const dist = join(import.meta.dirname, '../../dist')

/** Runs a script build on a page of its own. */
function runScript(file: string): EarshotClient {
  const window = new Window({
    url: 'https://shop.test/',
    settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
  })
  window.eval(readFileSync(join(dist, file), 'utf8'))
  return (window as unknown as { earshot: EarshotClient }).earshot
}

const builds: [file: string, load: () => Promise<EarshotClient>][] = [
  ['earshot.js', async () => runScript('earshot.js')],
  ['earshot.full.js', async () => runScript('earshot.full.js')],
  ['index.js', async () => (await import('earshot')).default],
  ['index.cjs', async () => createRequire(import.meta.url)(join(dist, 'index.cjs')).default],
]

// The minifier makes arrows of functions, and an arrow cannot be called with `new`.
describe('SentryIntegration of the client', () => {
  it.each(builds)('does nothing in %s, with and without new (D-470)', async (_, load) => {
    const client = await load()
    for (const integration of [
      new client.SentryIntegration(client, 'shop', 1),
      client.sentryIntegration({ organization: 'shop', sendExceptionsToPostHog: true }),
    ]) {
      expect(integration.name).toBe('earshot')
      expect(integration.setupOnce()).toBeUndefined()
    }
  })
})
