import type { Plugin } from 'vitest/config'
import { type PoolOptions, ThreadsPoolWorker, type WorkerRequest } from 'vitest/node'

/**
 * Lets all runs of one vitest share a thread and its modules, one per environment. A mutant then costs its tests alone, instead of
 * loading client and service again, which takes ten times as long. A mutant that acts while its module loads ("static") has a
 * thread of its own. See D-661.
 */
export const keepThreads = (): Plugin => ({
  name: 'keep-threads',
  // Here rather than in the configuration, which Stryker overrides.
  configureVitest({ project, vitest }) {
    const threads = new Map<string, KeptThread>()
    vitest.onClose(() => Promise.all([...threads.values()].map(thread => thread.end())).then(() => {}))
    project.config.pool = 'kept threads'
    project.config.poolRunner = {
      name: 'kept threads',
      createPoolWorker(options) {
        const { mode, mutantActivation } = project.getProvidedContext() as Record<string, unknown>
        if (mutantActivation === 'static') return new ThreadsPoolWorker(options)
        // What the dry run counts belongs to no later run.
        const key = `${mode} ${options.environment.name}`
        const thread = threads.get(key) ?? new KeptThread(options, () => threads.delete(key))
        threads.set(key, thread)
        return thread
      },
    }
  },
})

class KeptThread extends ThreadsPoolWorker {
  private listeners: [event: string, listener: (value: unknown) => void][] = []
  private config: unknown
  private isStarted = false
  private isIdle = false
  private readonly forget: () => void

  constructor(options: PoolOptions, forget: () => void) {
    super(options)
    this.forget = forget
  }

  override on(event: string, listener: (value: unknown) => void) {
    this.listeners.push([event, listener])
    super.on(event, listener)
  }

  override async start() {
    this.isIdle = false
    if (!this.isStarted) await super.start()
  }

  override send(message: WorkerRequest) {
    if (message.type === 'stop') {
      this.isIdle = true
      return this.respond('stopped')
    }
    // The thread keeps the configuration of its first run, which names the tests of that run.
    if (message.type === 'run')
      return super.send({ ...message, context: { ...message.context, config: this.config } } as WorkerRequest)
    if (message.type === 'start') {
      this.config = message.context.config
      if (this.isStarted) return this.respond('started')
      this.isStarted = true
    }
    super.send(message)
  }

  private respond(type: 'started' | 'stopped') {
    for (const [event, listener] of [...this.listeners])
      if (event === 'message') queueMicrotask(() => listener({ type, __vitest_worker_response__: true }))
  }

  async end() {
    this.forget()
    await super.stop()
  }

  override async stop() {
    if (!this.isIdle) return this.end()
    for (const [event, listener] of this.listeners) super.off(event, listener)
    this.listeners = []
  }
}
