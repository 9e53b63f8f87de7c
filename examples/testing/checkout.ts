import type { EarshotClient } from 'earshot'

/** Example code of a site: reads a flag and captures an event. */
export function checkout(client: EarshotClient, basket: string[]): string {
  const isShort = client.isFeatureEnabled('short-checkout') ?? false
  client.capture('checkout started', { items: basket.length, short: isShort })
  return isShort ? '/checkout' : '/checkout/address'
}
