// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserStores } from '../../src/persistence/browserStores'

afterEach(() => vi.unstubAllGlobals())

describe('browserStores', () => {
  const locks = { request: vi.fn() }

  it('uses Web Locks when the browser has them', () => {
    vi.stubGlobal('navigator', { locks })
    expect(browserStores(() => {}).locks).toBe(locks)
  })

  it('does not use Web Locks in Firefox, where they prevent the back/forward cache', () => {
    vi.stubGlobal('navigator', { locks })
    vi.stubGlobal('mozInnerScreenX', 0)
    expect(browserStores(() => {}).locks).toBeUndefined()
  })
})
