import { findProjectByToken } from '../../http/auth'
import { type Reply, unauthenticated } from '../../http/reply'
import type { RequestContext } from '../../http/requestContext'
import type { PublicRoute } from '../../http/route'
import { anyObject } from '../../http/schema'
import type { FlagsHost } from '../host'
import { readConfig } from './readConfig'

/** Creates the endpoints for the configuration alone, which older browser clients call. See D-232. */
export const createConfigRoutes = (host: FlagsHost): PublicRoute[] => [
  {
    method: 'GET',
    path: '/array/:token/config',
    access: 'public',
    summary: 'Returns the configuration alone.',
    replies: { 200: { description: 'The configuration.', schema: anyObject } },
    isHidden: true,
    isLegacy: true,
    handle: async context => ({ status: 200, body: await readTokenConfig(context, host) }),
  },
  {
    method: 'GET',
    path: '/array/:token/config.js',
    access: 'public',
    summary: 'Returns the configuration as a script.',
    replies: { 200: { description: 'A script that stores the configuration in a global variable.' } },
    isHidden: true,
    isLegacy: true,
    handle: context => configScript(context, host),
  },
]

async function readTokenConfig(
  { service, params }: RequestContext,
  host: FlagsHost,
): Promise<Record<string, unknown>> {
  const token = params['token'] ?? ''
  const project = await findProjectByToken(service, token)
  if (!project)
    throw unauthenticated('invalid_api_key', 'Project API key invalid. Please check your project settings.')
  return { token, ...(await readConfig(host, service, project)) }
}

/** The global variable is the one that posthog-js reads: project key -> configuration. */
async function configScript(context: RequestContext, host: FlagsHost): Promise<Reply> {
  const config = await readTokenConfig(context, host)
  const script = () => {
    const entry = JSON.stringify({ [String(config['token'])]: { config } }).replaceAll('<', '\\u003c')
    return `window._POSTHOG_REMOTE_CONFIG=Object.assign(window._POSTHOG_REMOTE_CONFIG||{},${entry})`
  }
  return { status: 200, body: script, headers: { 'Content-Type': 'application/javascript' } }
}
