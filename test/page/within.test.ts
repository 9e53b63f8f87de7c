import { expect, it } from 'vitest'
import { within } from '../../src/page/within'
import { fakePage } from '../support/fakePage'

it('within rejects when a promise takes longer, and leaves no timer behind otherwise (D-802)', async () => {
  const page = fakePage()
  const late = within(page, 1_000, new Promise(() => {}))
  page.advance(1_000)
  await expect(late).rejects.toThrow('1000 ms')
  expect(await within(page, 1_000, Promise.resolve('value'))).toBe('value')
  await expect(within(page, 1_000, Promise.reject(new Error('own')))).rejects.toThrow('own')
  await Promise.resolve()
  expect(page.timers()).toBe(0)
})
