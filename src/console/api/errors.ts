/** Why a request failed. */
export interface ApiError {
  kind: 'offline' | 'unauthorized' | 'forbidden' | 'notFound' | 'invalid' | 'throttled' | 'unavailable'
  /** A sentence for people. */
  message: string
}

export const OFFLINE: ApiError = { kind: 'offline', message: 'The service does not answer.' }

/** Returns what an error response says. Never throws. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const detail = (body as { detail?: unknown } | null)?.detail
  const kind = kindOf(response.status)
  return { kind, message: typeof detail === 'string' && detail !== '' ? detail : FALLBACKS[kind] }
}

const FALLBACKS: Record<ApiError['kind'], string> = {
  offline: OFFLINE.message,
  unauthorized: 'The service does not know this key.',
  forbidden: 'This key may not do that.',
  notFound: 'The service does not have this.',
  invalid: 'The service refused the request.',
  throttled: 'Too many requests. Wait a moment, then try again.',
  unavailable: 'The service cannot answer at the moment.',
}

function kindOf(status: number): ApiError['kind'] {
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'notFound'
  if (status === 429) return 'throttled'
  return status < 500 ? 'invalid' : 'unavailable'
}
