import type { Page } from './page'

/** Rejects when a promise takes longer than `ms`. Its later result is ignored. */
export const within = <T>(page: Page, ms: number, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const cancel = page.setTimer(ms, () => reject(new Error(`no result after ${ms} ms`)))
    void promise.then(resolve, reject).then(cancel)
  })
