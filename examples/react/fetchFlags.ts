import type { Bootstrap } from 'earshot'

/**
 * Evaluates the flags of a visitor on the server, for the first render.
 *
 * Returns `undefined` when the service does not answer: the page then renders without flags, and the browser requests them.
 *
 * @param cookies The `Cookie` header. A visitor without a cookie of the client gets a new id.
 */
export async function fetchFlags(
  host: string,
  key: string,
  cookies: string | null,
  fetch = globalThis.fetch,
): Promise<Bootstrap | undefined> {
  const distinctID = visitorId(key, cookies) ?? crypto.randomUUID()
  try {
    const response = await fetch(`${host}/flags?v=2`, {
      method: 'POST',
      body: JSON.stringify({ api_key: key, distinct_id: distinctID }),
    })
    const { flags } = (await response.json()) as { flags: Record<string, Flag> }
    const on = Object.entries(flags).filter(([, flag]) => flag.enabled && flag.metadata?.payload)
    return {
      distinctID,
      featureFlags: mapValues(flags, ({ enabled, variant }) => variant ?? enabled),
      featureFlagPayloads: mapValues(Object.fromEntries(on), ({ metadata }) =>
        JSON.parse(metadata!.payload!),
      ),
    }
  } catch {
    return undefined
  }
}

interface Flag {
  enabled: boolean
  variant?: string | null
  metadata?: { payload?: string | null }
}

const mapValues = <T, R>(record: Record<string, T>, map: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))

/** Returns the id that the client has stored in its cookie. */
function visitorId(key: string, cookies: string | null): string | undefined {
  const name = `ph_${key}_posthog=`
  const cookie = cookies?.split('; ').find(one => one.startsWith(name))
  try {
    return cookie && JSON.parse(decodeURIComponent(cookie.slice(name.length))).distinct_id
  } catch {
    return undefined
  }
}
