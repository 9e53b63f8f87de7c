import { PostHog } from 'posthog-node'
import type { Service } from '../../src/server/index'

/** Creates a posthog-node client that evaluates flags locally, from the definitions of our service. */
export async function createLocalClient(service: Service): Promise<PostHog> {
  const client = new PostHog('phc_demo', {
    host: 'http://service.test',
    fetch: service.fetch as never,
    personalApiKey: 'phx_demo',
    featureFlagsPollingInterval: 3_600_000,
  })
  await client.reloadFeatureFlags()
  return client
}
