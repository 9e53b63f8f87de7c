import { attempt } from '../lib/attempt'
import { buildUrl, type Query } from '../transport/buildUrl'
import { FLAGS_PATH } from '../wire/paths'
import type { Config } from './api'

export type ApiUrl = ReturnType<typeof createApiUrl>

/** Builds the URL of an endpoint on the configured host; `rewriteRequestPath` has the last word. */
export const createApiUrl =
  (config: () => Config) =>
  (path: string, query?: Query): string => {
    const { api_host, flags_api_host, rewriteRequestPath } = config()
    const host = (path === FLAGS_PATH && flags_api_host) || api_host
    return applyUrlHook(rewriteRequestPath, buildUrl(host, path, query))
  }

/** Returns what the page's hook makes of a URL, and the URL itself when the hook throws or returns nothing. */
export const applyUrlHook = (hook: ((url: string) => string) | undefined, url: string): string =>
  attempt(() => hook?.(url)) || url
