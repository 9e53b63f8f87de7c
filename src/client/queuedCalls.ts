import { isFunction } from '../lib/typeGuards'
import type { Page } from '../page/page'
import { PROMISE, SUBSCRIPTION } from './methods'

/** A call that was made before the client could answer it. */
export interface QueuedCall {
  /** A method, such as `capture` or `people.set`. */
  name: string
  args: unknown[]
  /** Epoch ms of the call; 0 when unknown. */
  at: number
  /** The page's URL at the time of the call. */
  url: string
  /** Replaces the method: a function of the page that wants the client as `this`. */
  run: ((this: unknown) => void) | undefined
  /** Receives the result of the replayed call; `undefined` when it will never be replayed. */
  onResult: ((result: unknown) => void) | undefined
}

/** Calls kept for an `init` that may never come. */
const MAX_QUEUED_CALLS = 10_000

const rank = ({ name, run }: QueuedCall): number => {
  if (name.startsWith('people.')) return 0
  if (run) return 1
  if (name === 'alias') return 2
  return name.includes('capture') ? 4 : 3
}

/** Returns the calls in the order of their replay: identity, then settings and listeners, then events. */
export const inReplayOrder = (calls: readonly QueuedCall[]): QueuedCall[] =>
  [...calls].sort((a, b) => rank(a) - rank(b))

/** Creates the queue of the calls that are made before `init`. */
export function createCallQueue(page: Page) {
  const calls: QueuedCall[] = []
  return {
    /**
     * Queues a call and answers it as far as possible.
     *
     * @param answer The row of the method in the tables of `methods.ts`.
     */
    add(name: string, args: unknown[], answer: unknown): unknown {
      const call: QueuedCall = {
        name,
        args,
        at: page.now(),
        url: page.url(),
        run: undefined,
        onResult: undefined,
      }
      if (calls.length >= MAX_QUEUED_CALLS) return answerWithoutCall(answer)
      calls.push(call)
      if (answer === PROMISE) return new Promise(resolve => (call.onResult = resolve))
      return answer === SUBSCRIPTION ? unsubscribeOf(call) : answerWithoutCall(answer)
    },
    /** Empties the queue and returns what it held. */
    takeAll: (): QueuedCall[] => calls.splice(0),
  }
}

/** Returns what a method answers when its call is neither made nor queued. */
export function answerWithoutCall(answer: unknown): unknown {
  if (answer === PROMISE) return Promise.resolve()
  if (answer === SUBSCRIPTION) return () => {}
  return typeof answer === 'number' ? undefined : answer
}

/** Returns the unsubscribe function of a queued subscription; it works before the replay as well. */
function unsubscribeOf(call: QueuedCall): () => void {
  const end = (unsubscribe: unknown) => isFunction(unsubscribe) && unsubscribe()
  let unsubscribe: unknown
  call.onResult = result => {
    unsubscribe = result
  }
  return () => {
    end(unsubscribe)
    call.onResult = end
  }
}
