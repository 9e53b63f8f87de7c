/** Whether the service can be reached. */
export interface Connection {
  isLost(): boolean
  /** Calls the listener when the connection is lost or restored. Returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void
  /** Notes a request without a response, and looks for the service until it answers. */
  lose(): void
  /** Notes a response. */
  restore(): void
  /** Looks for the service at once. */
  retry(): Promise<void>
}

/** Milliseconds between two looks for the service. */
const RETRY_MS = 3000

const HEALTH_PATH = '/healthz'

/** Creates the state of the connection. See D-598. */
export function createConnection(): Connection {
  const listeners = new Set<() => void>()
  let isLost = false
  let timer: ReturnType<typeof setInterval> | undefined
  const set = (value: boolean) => {
    if (value === isLost) return
    isLost = value
    clearInterval(timer)
    if (isLost) timer = setInterval(retry, RETRY_MS)
    for (const listener of [...listeners]) listener()
  }
  const retry = async () => {
    // The service is not there yet when the request fails or a proxy answers for it.
    const response = await fetch(HEALTH_PATH, { cache: 'no-store' }).catch(() => undefined)
    if (response?.ok) set(false)
  }
  addEventListener('online', () => isLost && retry())
  return {
    isLost: () => isLost,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    lose: () => set(true),
    restore: () => set(false),
    retry,
  }
}
