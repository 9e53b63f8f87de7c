// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { scriptChunkLoader } from '../../src/client/scriptChunkLoader'

const HOST = 'https://cdn.example/'

beforeEach(() => {
  vi.stubGlobal('__INTEGRITY__', {})
})

it('asks a page that enforces Trusted Types for one policy, for all files: the second of a name would be a violation', async () => {
  const named: string[] = []
  const asked: string[] = []
  vi.stubGlobal('trustedTypes', {
    createPolicy(name: string) {
      if (named.includes(name)) throw new TypeError(`Policy ${name} exists`)
      named.push(name)
      return {
        createScriptURL(url: string) {
          asked.push(url)
          return url
        },
      }
    },
  })
  const { loadSurveys, loadEncoders } = scriptChunkLoader(null)
  const config = { asset_host: HOST } as Parameters<typeof loadSurveys>[0]
  // Nothing is there to be loaded; what counts is how it was asked for.
  await Promise.allSettled([loadSurveys(config), loadEncoders(config)])
  expect(named).toEqual(['earshot'])
  expect(asked).toEqual([`${HOST}earshot-surveys.js`, `${HOST}earshot-encoders.js`])
})
