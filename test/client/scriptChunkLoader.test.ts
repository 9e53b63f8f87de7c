// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { scriptChunkLoader } from '../../src/client/scriptChunkLoader'

const HOST = 'https://cdn.example/'

beforeEach(() => {
  vi.stubGlobal('__INTEGRITY__', {})
})

it('creates one Trusted Types policy for all files, because a second one of the same name is a violation', async () => {
  const policyNames: string[] = []
  const urls: string[] = []
  vi.stubGlobal('trustedTypes', {
    createPolicy(name: string) {
      if (policyNames.includes(name)) throw new TypeError(`Policy ${name} exists`)
      policyNames.push(name)
      return {
        createScriptURL(url: string) {
          urls.push(url)
          return url
        },
      }
    },
  })
  const { loadSurveys, loadEncoders } = scriptChunkLoader(null)
  const config = { asset_host: HOST } as Parameters<typeof loadSurveys>[0]
  // Both loads fail here. Only their requests matter.
  await Promise.allSettled([loadSurveys(config), loadEncoders(config)])
  expect(policyNames).toEqual(['earshot'])
  expect(urls).toEqual([`${HOST}earshot-surveys.js`, `${HOST}earshot-encoders.js`])
})
