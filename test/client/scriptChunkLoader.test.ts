// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Config } from '../../src/client/api'
import { registerChunk } from '../../src/client/chunkRegistry'
import { scriptChunkLoader } from '../../src/client/scriptChunkLoader'
import type { Encoders } from '../../src/transport/encoders'
import { fakePage } from '../support/fakePage'

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
  const { load } = scriptChunkLoader({ url: '', tag: null })
  const page = fakePage()
  const config = { asset_host: HOST } as Config
  // Both loads fail here. Only their requests matter.
  await Promise.allSettled([load('surveys', config, page), load('encoders', config, page)])
  expect(policyNames).toEqual(['earshot'])
  const files = [`${HOST}earshot-surveys.js`, `${HOST}earshot-encoders.js`]
  expect(urls.map(url => url.replace(/\?.*/, ''))).toEqual([...files, ...files])
})

describe('lazy files of another build', () => {
  const CONFIG = {} as Config
  const scriptOf = (url: string) => ({ url, tag: null })
  /** Answers each script element that is appended, in place of the network. Returns their URLs. */
  const answerScripts = (answer: (url: string) => boolean) => {
    const urls: string[] = []
    vi.spyOn(document.head, 'append').mockImplementation(node => {
      const script = node as HTMLScriptElement
      urls.push(script.src)
      const event = new Event(answer(script.src) ? 'load' : 'error')
      if (event.type === 'load') script.onload?.(event)
      else (script.onerror as (event: Event) => void)(event)
    })
    return urls
  }

  beforeEach(() => {
    for (const name of Object.keys(window).filter(key => key.startsWith('__earshot_chunks')))
      delete (window as unknown as Record<string, unknown>)[name]
    vi.stubGlobal('__INTEGRITY__', { encoders: 'sha256-Abcdefgh/ijk' })
  })

  it('are requested where the tag of the page has loaded another build of the same version (R40, D-390)', async () => {
    const ofBuild = async (build: string) => {
      vi.stubGlobal('__BUILD__', build)
      vi.resetModules()
      const registry = await import('../../src/client/chunkRegistry')
      return { ...registry, ...(await import('../../src/client/scriptChunkLoader')) }
    }
    const [older, newer] = [await ofBuild('older'), await ofBuild('newer')]
    vi.unstubAllGlobals()
    vi.stubGlobal('__INTEGRITY__', {})
    const [olderEncoders, encoders] = [{}, {}] as [Encoders, Encoders]
    older.registerChunk({ encoders: olderEncoders })
    const urls = answerScripts(() => {
      newer.registerChunk({ encoders })
      return true
    })
    const { load } = newer.scriptChunkLoader(scriptOf('https://cdn.test/earshot.js'))
    expect(await load('encoders', CONFIG, fakePage())).toBe(encoders)
    expect(urls).toHaveLength(1)
  })

  it('are not taken from a cache, because the URL carries the hash of the file (R40)', async () => {
    const encoders = {} as Encoders
    const urls = answerScripts(() => {
      registerChunk({ encoders })
      return true
    })
    const { load } = scriptChunkLoader(scriptOf('https://cdn.test/v/earshot.js?x=a/b'))
    expect(await load('encoders', CONFIG, fakePage())).toBe(encoders)
    expect(urls).toEqual(['https://cdn.test/v/earshot-encoders.js?v=Abcdefgh'])
  })

  it('are requested where objects inherit their names (R39, D-711)', async () => {
    const encoders = {} as Encoders
    const urls = answerScripts(() => {
      registerChunk({ encoders })
      return true
    })
    Object.defineProperty(Object.prototype, 'encoders', { value: 'evil', configurable: true, writable: true })
    try {
      const { load } = scriptChunkLoader(scriptOf('https://cdn.test/earshot.js'))
      expect(await load('encoders', CONFIG, fakePage())).toBe(encoders)
      expect(urls).toHaveLength(1)
    } finally {
      Reflect.deleteProperty(Object.prototype, 'encoders')
    }
  })

  it('are requested once more under a new URL when the first file is refused (R40)', async () => {
    const encoders = {} as Encoders
    const urls = answerScripts(url => {
      if (!url.includes('retry')) return false
      registerChunk({ encoders })
      return true
    })
    const { load } = scriptChunkLoader(scriptOf('https://cdn.test/earshot.js'))
    expect(await load('encoders', CONFIG, fakePage())).toBe(encoders)
    expect(urls).toEqual([
      'https://cdn.test/earshot-encoders.js?v=Abcdefgh',
      expect.stringMatching(/\?v=Abcdefgh&retry=\d+$/),
    ])
  })

  it.each([
    ['refused', () => false],
    [
      'of another version',
      () => {
        Object.assign(window, {
          __earshot_chunks: { encoders: {} },
          '__earshot_chunks_0.0.1': { encoders: {} },
        })
        return true
      },
    ],
  ])('reject with the expected version when the second file is %s too (R40)', async (_, answer) => {
    const urls = answerScripts(answer)
    const { load } = scriptChunkLoader(scriptOf('https://cdn.test/earshot.js'))
    await expect(load('encoders', CONFIG, fakePage())).rejects.toThrow(/version \d/)
    expect(urls).toHaveLength(2)
  })

  it('count as missing after a while without an answer, and are used when they come later (R40, D-802)', async () => {
    const urls: string[] = []
    vi.spyOn(document.head, 'append').mockImplementation(node => {
      urls.push((node as HTMLScriptElement).src)
    })
    const page = fakePage()
    const { load } = scriptChunkLoader(scriptOf('https://cdn.test/earshot.js'))
    const results: unknown[] = []
    const call = () =>
      void load('encoders', CONFIG, page).then(
        chunk => results.push(chunk),
        (error: Error) => results.push(error.message),
      )
    const advance = async (ms: number) => {
      page.advance(ms)
      for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    }
    call()
    await advance(19_999)
    expect([urls.length, results]).toEqual([1, []])
    await advance(1)
    expect(results).toEqual([expect.stringContaining('could not be loaded')])
    // A consent manager has added the script elsewhere.
    const encoders = {} as Encoders
    registerChunk({ encoders })
    call()
    await advance(0)
    expect([urls.length, results[1]]).toEqual([1, encoders])
  })

  it('are used when the first request is answered late (D-802)', async () => {
    const scripts: HTMLScriptElement[] = []
    vi.spyOn(document.head, 'append').mockImplementation(node => {
      scripts.push(node as HTMLScriptElement)
    })
    const page = fakePage()
    const { load } = scriptChunkLoader(scriptOf('https://cdn.test/earshot.js'))
    const loaded = load('encoders', CONFIG, page)
    page.advance(19_000)
    const encoders = {} as Encoders
    registerChunk({ encoders })
    scripts[0]!.onload!(new Event('load'))
    expect(await loaded).toBe(encoders)
    expect([scripts.length, page.timers()]).toEqual([1, 0])
  })
})
