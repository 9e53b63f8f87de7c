import { type EvaluationContext, OpenFeature, ProviderEvents } from '@openfeature/web-sdk'
import { EarshotProvider, type EarshotProviderOptions } from 'earshot/openfeature'
import { type Started, type StartOptions, startClient } from '../support/startClient'

let domains = 0

/** A provider of its own domain, over a client on a fake page with its own service. */
export interface StartedProvider extends Started {
  domain: string
  provider: EarshotProvider
  flags: ReturnType<typeof OpenFeature.getClient>
  /** Events of the SDK, in order, with the keys that changed. */
  seen: (string | string[])[]
  /** Sets the context and waits for its flags. */
  setContext(context: EvaluationContext): Promise<void>
}

/** Starts a client and sets its provider. `wait`: whether the provider is awaited. */
export async function startProvider({
  options,
  context = {},
  wait = true,
  ...startOptions
}: StartOptions & {
  options?: EarshotProviderOptions
  context?: EvaluationContext
  wait?: boolean
} = {}): Promise<StartedProvider> {
  const started = startClient(startOptions)
  const domain = `domain ${++domains}`
  const provider = new EarshotProvider(started.client, options)
  const flags = OpenFeature.getClient(domain)
  const seen: StartedProvider['seen'] = []
  for (const event of Object.values(ProviderEvents))
    flags.addHandler(event, details => {
      const { flagsChanged } = (details ?? {}) as { flagsChanged?: string[] }
      seen.push(flagsChanged ? [event, ...flagsChanged] : event)
    })
  const ready = OpenFeature.setProviderAndWait(domain, provider, context)
  ready.catch(() => {})
  await started.settle(10)
  if (wait) await ready
  return {
    ...started,
    domain,
    provider,
    flags,
    seen,
    async setContext(next) {
      const done = OpenFeature.setContext(domain, next)
      await started.settle(10)
      await done
    },
  }
}
