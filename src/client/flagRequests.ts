import { serialize } from '../lib/json'
import type { Transport } from '../transport/transport'
import { EARLY_ACCESS_PATH, FLAGS_PATH } from '../wire/paths'
import type { Config } from './api'
import type { ApiUrl } from './apiUrl'
import type { Identity } from './identity'

const EARLY_ACCESS_TIMEOUT_MS = 10_000

export interface FlagRequestsDeps {
  token: string
  config(): Config
  apiUrl: ApiUrl
  transport: Transport
  identity: Identity
}

/** Creates the requests that flags make beside the boot request. */
export const createFlagRequests = ({ token, config, apiUrl, transport, identity }: FlagRequestsDeps) => ({
  /** `GET` of the early-access features, restricted to the stages if there are any. */
  requestFeatures: (stage: readonly string[]) =>
    transport.get(apiUrl(EARLY_ACCESS_PATH, { token, stage }), { limitMs: EARLY_ACCESS_TIMEOUT_MS }),
  /** `POST /flags` for one flag. */
  requestFlag(key: string) {
    const { feature_flag_request_timeout_ms: limitMs } = config()
    const body = { api_key: token, distinct_id: identity.distinctId(), flag_keys: [key] }
    return transport.post(apiUrl(FLAGS_PATH, { v: 2 }), { content: serialize(body) }, { limitMs })
  },
})
