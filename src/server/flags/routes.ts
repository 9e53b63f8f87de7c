import { isUuid } from '../../lib/uuid'
import type { FlagResult } from '../../wire/flag'
import { FLAGS_PATH } from '../../wire/paths'
import { findProjectByToken } from '../http/auth'
import { decodeBody } from '../http/decode/decodeBody'
import { invalidInput, invalidPayload, type Reply, unauthenticated } from '../http/reply'
import type { RequestContext } from '../http/requestContext'
import type { PublicRoute } from '../http/route'
import { validate } from '../http/validate'
import type { ProjectRow } from '../store/rows'
import { readConfig } from './config/readConfig'
import { createConfigRoutes } from './config/routes'
import { createEarlyAccessRoutes } from './earlyAccess'
import { evaluateRequest, type FlagsDeps } from './evaluateRequest'
import { createFlagCompiler } from './evaluation/flagCompiler'
import { flagsReply, legacyFlagsReply, replyVersion } from './flagsReply'
import type { FlagsHost } from './host'
import { localEvaluationRoutes } from './localEvaluation/routes'
import { flagsBody, flagsQuery, flagsReplyBody, type ParsedFlagsRequest, parseFlagsRequest } from './schema'

/** Interface section 4.3. */
export function createFlagRoutes(host: FlagsHost): PublicRoute[] {
  const deps: FlagsDeps = { ...host, compileFlag: createFlagCompiler() }
  return [
    {
      method: 'POST',
      path: FLAGS_PATH,
      access: 'public',
      summary: 'Evaluates feature flags for a user.',
      query: flagsQuery,
      body: flagsBody,
      replies: {
        200: { description: 'One result for each flag that the request may see.', schema: flagsReplyBody },
      },
      handle: context => evaluate(context, deps),
    },
    ...createEarlyAccessRoutes(deps.compileFlag),
    ...createConfigRoutes(host),
    ...localEvaluationRoutes,
  ]
}

const CONTENT_TYPES =
  /^(application\/json|text\/plain|application\/x-www-form-urlencoded|application\/octet-stream)\b/i

async function evaluate(context: RequestContext, deps: FlagsDeps): Promise<Reply> {
  const { service, request, query } = context
  requireKnownContentType(request.header('content-type'))
  const json = await decodeBody(context, { strictCompression: true, guessBase64: true })
  const flagsRequest = parseFlagsRequest(validate(flagsBody, json))
  if (flagsRequest.token === '') {
    const detail = 'No API token provided. Please include a valid API token in your request.'
    throw unauthenticated('not_authenticated', detail)
  }
  service.throttle('flags', flagsRequest.token)
  const project = await findProjectByToken(service, flagsRequest.token)
  if (!project) {
    const detail = 'The provided API key is invalid or has expired. Please check your API key and try again.'
    throw unauthenticated('authentication_failed', detail)
  }
  const surveysOnly = query.get('only_evaluate_survey_feature_flags') === 'true'
  const isQuotaLimited = service.quota(project.id).flags === true && !surveysOnly
  const results = isQuotaLimited
    ? []
    : await evaluateResults(deps, context, { project, flagsRequest, surveysOnly })
  const requestIdHeader = request.header('x-request-id')
  const outcome = {
    results,
    isQuotaLimited,
    requestId: isUuid(requestIdHeader) ? requestIdHeader : service.uuid(),
    evaluatedAt: service.now(),
  }
  const reply =
    replyVersion(query.get('v') ?? query.get('version')) === 2
      ? flagsReply(outcome)
      : legacyFlagsReply(outcome)
  const config = query.get('config') === 'true' ? await readConfig(deps, service, project) : {}
  const quotaLimited = [
    ...(reply.quotaLimited ?? []),
    ...(service.quota(project.id).recordings ? ['recordings'] : []),
  ]
  return {
    status: 200,
    body: { ...config, ...reply, ...(quotaLimited.length > 0 ? { quotaLimited } : {}) },
  }
}

function requireKnownContentType(type: string | undefined): void {
  if (!type || CONTENT_TYPES.test(type)) return
  const detail = `Failed to decode request: unsupported content type: ${type}. Please check your request format and try again.`
  throw invalidPayload(detail)
}

async function evaluateResults(
  deps: FlagsDeps,
  context: RequestContext,
  {
    project,
    flagsRequest,
    surveysOnly,
  }: { project: ProjectRow; flagsRequest: ParsedFlagsRequest; surveysOnly: boolean },
): Promise<FlagResult[]> {
  if (flagsRequest.isDisabled) return []
  const { distinctId } = flagsRequest
  if (distinctId === undefined) {
    const detail = 'The distinct_id field is missing from the request. Please include a valid identifier.'
    throw invalidInput(detail, 'distinct_id', 'required')
  }
  return evaluateRequest(deps, context, {
    project,
    flagsRequest: { ...flagsRequest, distinctId },
    surveysOnly,
  })
}
