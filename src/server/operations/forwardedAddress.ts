import { withoutPort } from '../http/clientAddress'

/**
 * Returns the address of a client behind proxies: the entry of `X-Forwarded-For` that the outermost trusted proxy has
 * added, counted from the right. A caller can write the entries further left itself. Some proxies add a port, which would make each
 * connection a client of its own. See D-542.
 *
 * @param connection The address of the connection. It counts when the header has fewer entries than there are proxies.
 */
export function forwardedAddress(
  header: string | undefined,
  connection: string,
  trustedProxies: number,
): string {
  if (trustedProxies === 0 || header === undefined) return connection
  const entry = header.split(',').at(-trustedProxies)?.trim()
  return withoutPort(entry) ?? (entry || connection)
}
