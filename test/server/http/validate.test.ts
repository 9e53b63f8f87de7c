import { z } from '@hono/zod-openapi'
import { describe, expect, it } from 'vitest'
import { validate } from '../../../src/server/http/validate'

describe('validate', () => {
  it('reads a list until its first wrong item (D-723)', () => {
    let reads = 0
    const counted = new Proxy(Array(1000).fill(1), {
      get: (target, name) => {
        if (/^\d+$/.test(String(name))) reads++
        return Reflect.get(target, name)
      },
    })
    expect(() => validate(z.object({ items: z.array(z.string()) }), { items: counted })).toThrow(
      'Not a valid string.',
    )
    expect(reads).toBeLessThan(5)
  })
})
