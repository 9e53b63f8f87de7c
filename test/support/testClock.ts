import type { BrowserContext, Frame, Page, Request } from 'playwright-core'
import { waitUntil } from './testSite'

/** Milliseconds between two looks at the requests. */
const STEP_MS = 50

/** The clock of all pages of a visitor. It goes on by itself, and a test moves it on. D-656 */
export interface TestClock {
  /** Lets time pass: timers fire, and what they request is answered. `held`: requests that the test itself keeps open. */
  pass(ms: number, held?: number): Promise<void>
  /** Returns a reader that moves the clock before each read, for what the client does after some time. */
  moving<T>(read: () => Promise<T> | T): () => Promise<T>
}

/** Installs the clock for the pages that a visitor opens from now on. */
export async function installClock(visitor: BrowserContext): Promise<TestClock> {
  await visitor.clock.install()
  const open = new Map<Request, Page>()
  let count = 0
  visitor.on('page', page => {
    const isOwn = (frame: Frame) => frame === page.mainFrame()
    let isLeaving = false
    const end = (request: Request) => void open.delete(request)
    const endAll = () => {
      for (const [request, owner] of open) if (owner === page) end(request)
    }
    page.on('request', request => {
      open.set(request, page)
      count++
      isLeaving ||= request.isNavigationRequest() && isOwn(request.frame())
    })
    // The end of a request that outlives its document is not reported.
    page.on('framenavigated', frame => {
      if (!isLeaving || !isOwn(frame)) return
      isLeaving = false
      endAll()
    })
    page.on('requestfinished', end)
    page.on('requestfailed', end)
    page.on('close', endAll)
    page.on('crash', endAll)
  })
  const settle = async (held: number) => {
    for (let before = -1; before !== count; ) {
      before = count
      await waitUntil(
        () => open.size,
        size => size <= held,
      )
      await visitor.clock.runFor(STEP_MS)
    }
  }
  return {
    async pass(ms, held = 0) {
      await settle(held)
      await visitor.clock.runFor(ms)
      await settle(held)
    },
    moving: read => async () => {
      await visitor.clock.runFor(10 * STEP_MS)
      return read()
    },
  }
}
