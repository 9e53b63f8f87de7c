// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Context, createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { codeOf, modulePath } from '../support/docs'

// Tests that the page shows are tests of this suite.
describe('docs/testing.md', async () => {
  await import(modulePath('testing', 'checkout.test.ts'))
})

const nodeRequire = createRequire(import.meta.url)

/** Loads a CommonJS file and those that it requires in a context, as Jest does. */
function loadIn(context: Context, file: string): Record<string, unknown> {
  const module = { exports: {} }
  const require = (name: string) =>
    name.startsWith('./') ? loadIn(context, join(dirname(file), name)) : nodeRequire(name)
  const code = `(function (module, exports, require) {${readFileSync(file, 'utf8')}\n})`
  runInContext(code, context)(module, module.exports, require)
  return module.exports
}

/** Loads the environment of the page, over a stand-in for `jest-environment-jsdom` with the globals that jsdom has. */
function loadEnvironment() {
  const {
    setTimeout,
    clearTimeout,
    URL,
    URLSearchParams,
    AbortController,
    Blob,
    crypto,
    console,
    atob,
    btoa,
  } = globalThis
  const context = createContext({
    ...{ setTimeout, clearTimeout, URL, URLSearchParams, AbortController, Blob, crypto, console, atob, btoa },
  })
  class TestEnvironment {
    global = runInContext('globalThis', context)
    async setup() {}
  }
  const module = { exports: TestEnvironment }
  new Function('module', 'require', codeOf('testing', 'jest.environment.js'))(module, () => ({
    TestEnvironment,
  }))
  return { environment: new module.exports(), context }
}

/** Creates a service in the context and sends a request to it. */
async function requestFlags(context: Context) {
  context.server = loadIn(context, join(import.meta.dirname, '../../dist/server.cjs'))
  const body = { api_key: 'phc_demo', distinct_id: 'a' }
  const request = `new Request('https://events.test/flags?v=2', { method: 'POST', body: '${JSON.stringify(body)}' })`
  const response = (await runInContext(`server.createService().fetch(${request})`, context)) as Response
  return response.status
}

describe('the environment for Jest', () => {
  it('shows what the service needs', async () => {
    const { environment, context } = loadEnvironment()
    await expect(requestFlags(context)).rejects.toThrow('is not defined')
    await environment.setup()
    expect(await requestFlags(context)).toBe(200)
  })

  it('is named by the configuration', () => {
    const module = { exports: {} }
    new Function('module', codeOf('testing', 'jest.config.js'))(module)
    expect(module.exports).toEqual({ testEnvironment: './jest.environment.js' })
  })
})
