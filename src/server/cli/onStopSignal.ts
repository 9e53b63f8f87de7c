const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Containers are killed after 10 s. */
const EXIT_TIMEOUT_MS = 9500

/** Ctrl-C reaches the process twice when a program that has started it, such as `npx`, passes it on. */
const SAME_SIGNAL_MS = 300

/**
 * Calls `stop` at the first signal to stop. A second signal ends the process at once, and so does a stop that takes too long,
 * with exit code 1. See D-540.
 */
export function onStopSignal(stop: () => void): void {
  let stoppedAt: number | undefined
  const onSignal = () => {
    if (stoppedAt === undefined) {
      stoppedAt = performance.now()
      setTimeout(() => process.exit(1), EXIT_TIMEOUT_MS).unref()
      stop()
    } else if (performance.now() - stoppedAt > SAME_SIGNAL_MS) process.exit(1)
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
}
