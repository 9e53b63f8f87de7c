import { isUuid } from '../../lib/uuid'
import { FLAGS_PATH } from '../../wire/paths'
import { findProjectByToken } from '../http/auth'
import { decodeBody } from '../http/decode/decodeBody'
import { invalidPayload, type Reply, unauthenticated } from '../http/reply'
import type { RequestContext } from '../http/requestContext'
import type { Route } from '../http/route'
import { validate } from '../http/validate'
import type { ServiceContext } from '../serviceContext'
import type { ProjectRow } from '../store/rows'
import { readConfig } from './config/readConfig'
import { createConfigRoutes } from './config/routes'
import { createRowLimit } from './createRowLimit'
import { createEarlyAccessRoutes } from './earlyAccess/routes'
import { evaluateRequest, type FlagsDeps } from './evaluateRequest'
import { createCohortCompiler } from './evaluation/compileCohort'
import { createFlagCompiler } from './evaluation/flagCompiler'
import { flagsReply, legacyFlagsReply, replyVersion } from './flagsReply'
import type { FlagsHost } from './host'
import { createLocalEvaluationRoutes } from './localEvaluation/routes'
import { createFlagManagementRoutes } from './management/routes'
import { requireFewEntries } from './requireFewEntries'
import { flagsBody, flagsQuery, flagsReplyBody, parseFlagsRequest } from './schema'

/** Creates the flags endpoint and the endpoints of older clients. Interface section 4.3. */
export function createFlagRoutes(host: FlagsHost): Route[] {
  const deps: FlagsDeps = {
    ...host,
    compileFlag: createFlagCompiler(),
    compileCohort: createCohortCompiler(),
    limitRows: createRowLimit(),
  }
  return [
    {
      method: 'POST',
      path: FLAGS_PATH,
      access: 'public',
      summary: 'Evaluates feature flags for a user.',
      query: flagsQuery,
      body: flagsBody,
      replies: {
        200: {
          description: 'One result for each flag that the request may receive.',
          schema: flagsReplyBody,
        },
      },
      handle: context => replyWithFlags(context, deps),
    },
    ...createEarlyAccessRoutes(deps.compileFlag),
    ...createConfigRoutes(host),
    ...createLocalEvaluationRoutes(deps),
    ...createFlagManagementRoutes(deps),
  ]
}

/** The values of a request are in memory together, and honest requests have far fewer. See D-492. */
const MAX_FLAGS_VALUES = 100_000

const CONTENT_TYPES =
  /^(application\/([\w.-]+\+)?json|text\/plain|application\/x-www-form-urlencoded|application\/octet-stream)\b/i

async function replyWithFlags(context: RequestContext, deps: FlagsDeps): Promise<Reply> {
  const { service, request, query } = context
  requireKnownContentType(request.header('content-type'))
  const json = await decodeBody(context, {
    strictCompression: true,
    guessBase64: true,
    maxValues: MAX_FLAGS_VALUES,
  })
  requireFewEntries(json)
  const flagsRequest = parseFlagsRequest(validate(flagsBody, json))
  const project = await requireProject(service, flagsRequest.token)
  const quota = service.quota(project.id)
  const surveysOnly = query.get('only_evaluate_survey_feature_flags') === 'true'
  const isLimited = quota.flags === true && !surveysOnly && !flagsRequest.isDisabled
  const requestIdHeader = request.header('x-request-id')
  const outcome = {
    results: isLimited ? [] : await evaluateRequest(deps, context, { project, flagsRequest, surveysOnly }),
    quotaLimited: [...(isLimited ? ['feature_flags'] : []), ...(quota.recordings ? ['recordings'] : [])],
    requestId: isUuid(requestIdHeader) ? requestIdHeader : service.uuid(),
    evaluatedAt: service.now(),
  }
  const version = replyVersion(query.get('v') ?? query.get('version'))
  const config = query.get('config') === 'true' ? await readConfig(deps, service, project) : {}
  const reply = version === 2 ? flagsReply(outcome) : legacyFlagsReply(outcome)
  return { status: 200, body: { ...config, ...reply } }
}

function requireKnownContentType(type: string | undefined): void {
  if (!type || CONTENT_TYPES.test(type)) return
  const detail = `Failed to decode request: unsupported content type: ${type}. Please check your request format and try again.`
  throw invalidPayload(detail)
}

async function requireProject(service: ServiceContext, token: string): Promise<ProjectRow> {
  if (token === '') {
    const detail = 'No API token provided. Please include a valid API token in your request.'
    throw unauthenticated('not_authenticated', detail)
  }
  service.throttle('flags', token)
  const project = await findProjectByToken(service, token)
  if (project) return project
  const detail = 'The provided API key is invalid or has expired. Please check your API key and try again.'
  throw unauthenticated('authentication_failed', detail)
}
