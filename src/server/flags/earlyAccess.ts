import { z } from '@hono/zod-openapi'
import { EARLY_ACCESS_PATH, SURVEY_LIST_PATH } from '../../wire/paths'
import { findProjectByToken } from '../http/auth'
import { type Reply, unauthenticated } from '../http/reply'
import type { PublicRoute, RequestContext } from '../http/route'
import { anyObject } from '../http/validate'
import type { ProjectRow } from '../store/rows'
import { listPublicSurveys } from '../surveys/public/publicSurveys'
import { readConfig } from './config/readConfig'
import type { CompiledFlag } from './evaluation/compileFlag'

const tokenQuery = z.object({ token: z.string().openapi({ description: 'Project API key.' }) })

/** What browser clients ask for beyond the interface. DECISIONS, "Legacy routes". */
export const browserRoutes: PublicRoute[] = [
  {
    method: 'GET',
    path: SURVEY_LIST_PATH,
    access: 'public',
    summary: 'Lists the surveys of a project in the form that browsers need.',
    query: tokenQuery,
    replies: {
      200: { description: 'The surveys.', schema: z.object({ surveys: z.array(anyObject) }).loose() },
    },
    handle: listForBrowsers,
  },
  {
    method: 'GET',
    path: EARLY_ACCESS_PATH,
    access: 'public',
    summary: 'Lists the early-access features of a project.',
    query: tokenQuery,
    replies: {
      200: {
        description: 'The features.',
        schema: z.object({ earlyAccessFeatures: z.array(anyObject) }).loose(),
      },
    },
    handle: listEarlyAccess,
  },
  {
    method: 'GET',
    path: '/array/:token/config',
    access: 'public',
    summary: 'The configuration alone.',
    replies: { 200: { description: 'The configuration.', schema: anyObject } },
    isHidden: true,
    isLegacy: true,
    handle: async context => ({ status: 200, body: await readTokenConfig(context) }),
  },
  {
    method: 'GET',
    path: '/array/:token/config.js',
    access: 'public',
    summary: 'The configuration as a script.',
    replies: { 200: { description: 'A script that keeps the configuration for the client.' } },
    isHidden: true,
    isLegacy: true,
    handle: configScript,
  },
]

async function requireQueryProject({ service, query }: RequestContext): Promise<ProjectRow> {
  const token = query.get('token') ?? query.get('api_key')
  if (!token) {
    const detail = 'API key not provided. You can find your project API key in your project settings.'
    throw unauthenticated('missing_api_key', detail)
  }
  const project = await findProjectByToken(service, token)
  if (!project)
    throw unauthenticated('invalid_api_key', 'Project API key invalid. Please check your project settings.')
  return project
}

async function listForBrowsers(context: RequestContext): Promise<Reply> {
  const project = await requireQueryProject(context)
  const surveys = await listPublicSurveys(context.service.store, project.id)
  const overrides = context.service.config(project.id)
  return { status: 200, body: { surveys, survey_config: overrides['survey_config'] ?? null } }
}

/** Every flag that persons may enrol in is a feature, by the flag's own name. */
async function listEarlyAccess(context: RequestContext): Promise<Reply> {
  const project = await requireQueryProject(context)
  const flags = await context.service.store.find('flags', { where: { project_id: project.id } })
  const enrollable = flags.filter(
    flag => flag.active && !flag.deleted && isEarlyAccess(context.service.compileFlag(flag)),
  )
  const features = enrollable.map(flag => ({
    id: String(flag.id),
    name: flag.name,
    description: '',
    stage: 'beta',
    documentationUrl: null,
    flagKey: flag.key,
  }))
  return { status: 200, body: { earlyAccessFeatures: features } }
}

function isEarlyAccess({ definition, isMalformed, superCondition }: CompiledFlag): boolean {
  return !isMalformed && (definition.filters.feature_enrollment === true || superCondition !== undefined)
}

async function readTokenConfig({ service, params }: RequestContext): Promise<Record<string, unknown>> {
  const token = params['token'] ?? ''
  const project = await findProjectByToken(service, token)
  if (!project)
    throw unauthenticated('invalid_api_key', 'Project API key invalid. Please check your project settings.')
  return { token, ...(await readConfig(service, project)) }
}

/** The client's loader finds it under its token, in the global that the protocol names. */
async function configScript(context: RequestContext): Promise<Reply> {
  const config = await readTokenConfig(context)
  const entry = JSON.stringify({ [String(config['token'])]: { config } }).replaceAll('<', '\\u003c')
  const script = `window._POSTHOG_REMOTE_CONFIG=Object.assign(window._POSTHOG_REMOTE_CONFIG||{},${entry})`
  return { status: 200, body: script, headers: { 'Content-Type': 'application/javascript' } }
}
