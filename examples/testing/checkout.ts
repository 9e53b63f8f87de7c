import type { EarshotClient } from 'earshot'

/** Some code of a site that reads a flag and captures an event; what the tests beside this file are about. */
export function checkout(client: EarshotClient, basket: string[]): string {
  const isShort = client.isFeatureEnabled('short-checkout') ?? false
  client.capture('checkout begun', { items: basket.length, short: isShort })
  return isShort ? '/checkout' : '/checkout/address'
}
