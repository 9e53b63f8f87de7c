import { describe, expect, it } from 'vitest'
import { startClient } from '../support/startClient'

describe('_isIdentified', () => {
  it('returns whether the visitor is a person, before init, after identify and after reset', () => {
    const { client } = startClient({ init: false })
    expect(client._isIdentified()).toBe(false)
    const { client: started } = startClient()
    expect(started._isIdentified()).toBe(false)
    started.identify('ann')
    expect(started._isIdentified()).toBe(true)
    started.reset()
    expect(started._isIdentified()).toBe(false)
  })
})
