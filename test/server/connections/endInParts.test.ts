import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { endInParts, type KeptBytes } from '../../../src/server/connections/endInParts'
import { collectGarbage } from '../../support/collectGarbage'

/** Ends a response whose parts are all taken at once. */
function end(body: string | Uint8Array) {
  const outgoing = new ServerResponse(new IncomingMessage(new Socket()))
  const parts: Uint8Array[] = []
  const take = (part: Uint8Array) => parts.push(part) > 0
  vi.spyOn(outgoing, 'write').mockImplementation(take as never)
  vi.spyOn(outgoing, 'end').mockImplementation(take as never)
  const kept: (KeptBytes | undefined)[] = []
  endInParts(outgoing, bytes => kept.push(bytes))
  outgoing.end(body)
  return { parts, kept }
}

it('writes a text in parts with memory of their own, which is freed as it is read (D-748)', () => {
  const text = 'é'.repeat(100_000)
  const { parts, kept } = end(text)
  expect(Buffer.concat(parts).toString()).toBe(text)
  expect(new Set(parts.map(({ buffer }) => buffer)).size).toBe(4)
  expect(kept.map(bytes => bytes?.bytes)).toEqual([3 * 65_536, 2 * 65_536, 65_536, undefined])
})

it('writes bytes as parts of one memory, which is kept until the last of them (D-748)', () => {
  const body = Buffer.alloc(150_000, 'a')
  const { parts, kept } = end(body)
  expect(Buffer.concat(parts).equals(body)).toBe(true)
  const whole = { memory: body.buffer, bytes: 150_000 }
  expect(kept).toEqual([whole, whole, undefined])
})

it('keeps no text in memory while its parts wait (D-748)', () => {
  const LENGTH = 2_000_000
  const write = vi.spyOn(ServerResponse.prototype, 'write').mockReturnValue(false)
  onTestFinished(() => write.mockRestore())
  const endOne = () => {
    const outgoing = new ServerResponse(new IncomingMessage(new Socket()))
    endInParts(outgoing, () => undefined)
    outgoing.end(JSON.stringify({ text: 'x'.repeat(LENGTH) }))
    return outgoing
  }
  const usedHeap = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  endOne()
  const before = usedHeap()
  const waiting = Array.from({ length: 20 }, endOne)
  const grown = usedHeap() - before
  expect(waiting.map(outgoing => outgoing.listenerCount('drain'))).toEqual(Array(20).fill(1))
  expect(grown).toBeLessThan((20 * LENGTH) / 4)
})
