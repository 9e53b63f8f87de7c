import { createService, type Service, type ServiceOptions } from '../../src/server/index'
import type { FlagResult, FlagsReply } from '../../src/wire/flag'
import { testStore } from '../support/testStore'

/** The time at which tests start. */
export const NOW = Date.parse('2025-10-01T12:00:00.000Z')

/** Creates a service with a fixed clock and counted ids, on the store that `EARSHOT_TEST_STORE` names. */
export function createTestService(options: ServiceOptions = {}): Service & { advance: (ms: number) => void } {
  let now = NOW
  let ids = 0
  const uuid = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`
  const service = createService({ now: () => now, uuid, store: testStore(), ...options })
  return {
    ...service,
    advance: ms => {
      now += ms
    },
  }
}

/** Posts JSON to a public endpoint. */
export function post(
  service: Pick<Service, 'fetch'>,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return service.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
  })
}

/** Requests the flags of the user `u`. */
export async function fetchFlags(
  service: Pick<Service, 'fetch'>,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<FlagsReply & { flags: Record<string, FlagResult> }> {
  const response = await post(
    service,
    '/flags?v=2',
    { api_key: 'phc_demo', distinct_id: 'u', ...body },
    headers,
  )
  return response.json()
}

/** Calls the management interface with a personal key. */
export function fetchManagement(
  service: Pick<Service, 'fetch'>,
  method: string,
  path: string,
  body?: unknown,
  key = 'phx_demo',
): Promise<Response> {
  return service.fetch(path, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}
