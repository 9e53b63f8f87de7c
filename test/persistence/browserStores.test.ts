// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserStores } from '../../src/persistence/browserStores'

afterEach(() => vi.unstubAllGlobals())

describe('Web Locks of the browser', () => {
  const locks = { request: vi.fn() }

  it('are used where there are any', () => {
    vi.stubGlobal('navigator', { locks })
    expect(browserStores().locks).toBe(locks)
  })

  it('are left alone in Firefox, which would not keep the page for the way back', () => {
    vi.stubGlobal('navigator', { locks })
    vi.stubGlobal('mozInnerScreenX', 0)
    expect(browserStores().locks).toBeUndefined()
  })
})
