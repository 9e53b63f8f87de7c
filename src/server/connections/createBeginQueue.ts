import type { IncomingMessage } from 'node:http'
import { memoryOfHead } from '../http/memoryOfHead'
import { createFairQueue } from '../lib/createFairQueue'

/** Of `createFairQueue`: 32 requests begin in a turn of the event loop. */
const BYTES_OF_REQUEST = 2048
/** What a request takes until it begins, beside its head. */
const MESSAGE_BYTES = 8 * 1024
/** Requests that wait to begin take no more memory than this, and half of it those of one sender. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024

/**
 * Creates a function that begins a request in its turn: those of several senders begin one after another, and few in a turn of the
 * event loop. It returns whether there is room for the request to wait. See D-841.
 */
export function createBeginQueue() {
  const enqueue = createFairQueue()
  /** Sender -> the memory of its requests that wait. */
  const bySender = new Map<string, number>()
  let total = 0
  return (sender: string, { url = '', rawHeaders }: IncomingMessage, begin: () => void): boolean => {
    const bytes = MESSAGE_BYTES + memoryOfHead(url, rawHeaders)
    const ofSender = bySender.get(sender) ?? 0
    if (total + bytes > MAX_WAITING_BYTES || ofSender + bytes > MAX_WAITING_BYTES / 2) return false
    const add = (more: number): void => {
      total += more
      const left = (bySender.get(sender) ?? 0) + more
      if (left > 0) bySender.set(sender, left)
      else bySender.delete(sender)
    }
    add(bytes)
    void enqueue(sender, BYTES_OF_REQUEST, async () => {
      add(-bytes)
      begin()
    })
    return true
  }
}
