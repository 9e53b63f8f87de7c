import { FLAGS_PATH } from '../../wire/paths'
import { findProjectByToken } from '../http/auth'
import { decodeBody } from '../http/decode/decodeBody'
import { invalidInput, invalidPayload, type Reply, unauthenticated } from '../http/reply'
import type { PublicRoute, RequestContext } from '../http/route'
import { validate } from '../http/validate'
import type { ProjectRow } from '../store/rows'
import { projectConfig } from './config/readConfig'
import { evaluateRequest } from './evaluateRequest'
import { answerVersion, flagsReply, legacyFlagsReply } from './flagsReply'
import { type FlagsAsk, flagsAsk, flagsBody, flagsQuery, flagsReplyBody } from './schema'

/** Interface section 4.3. */
export const flagRoutes: PublicRoute[] = [
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
    handle: evaluate,
  },
]

const TYPES =
  /^(application\/json|text\/plain|application\/x-www-form-urlencoded|application\/octet-stream)\b/i
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

async function evaluate(exchange: RequestContext): Promise<Reply> {
  const { service, request, query } = exchange
  refuseOtherTypes(request.header('content-type'))
  const json = decodeBody(exchange, { strictCompression: true, guessBase64: true })
  const ask = flagsAsk(validate(flagsBody, json))
  if (ask.token === '') {
    const detail = 'No API token provided. Please include a valid API token in your request.'
    throw unauthenticated('not_authenticated', detail)
  }
  service.throttle('flags', ask.token)
  const project = await findProjectByToken(service, ask.token)
  if (!project) {
    const detail = 'The provided API key is invalid or has expired. Please check your API key and try again.'
    throw unauthenticated('authentication_failed', detail)
  }
  const surveysOnly = query.get('only_evaluate_survey_feature_flags') === 'true'
  const isQuotaLimited = service.quota(project.id).flags === true && !surveysOnly
  const results = isQuotaLimited ? [] : await resultsOf(exchange, project, ask, surveysOnly)
  const given = request.header('x-request-id')
  const outcome = {
    results,
    isQuotaLimited,
    requestId: given && UUID.test(given) ? given : service.uuid(),
    evaluatedAt: service.now(),
  }
  const answer =
    answerVersion(query.get('v') ?? query.get('version')) === 2
      ? flagsReply(outcome)
      : legacyFlagsReply(outcome)
  const config = query.get('config') === 'true' ? await projectConfig(service, project) : {}
  const limited = [
    ...(answer.quotaLimited ?? []),
    ...(service.quota(project.id).recordings ? ['recordings'] : []),
  ]
  return {
    status: 200,
    body: { ...config, ...answer, ...(limited.length > 0 ? { quotaLimited: limited } : {}) },
  }
}

function refuseOtherTypes(type: string | undefined): void {
  if (!type || TYPES.test(type)) return
  const detail = `Failed to decode request: unsupported content type: ${type}. Please check your request format and try again.`
  throw invalidPayload(detail)
}

async function resultsOf(exchange: RequestContext, project: ProjectRow, ask: FlagsAsk, surveysOnly: boolean) {
  if (ask.isDisabled) return []
  const { distinctId } = ask
  if (distinctId === undefined) {
    const detail = 'The distinct_id field is missing from the request. Please include a valid identifier.'
    throw invalidInput(detail, 'distinct_id', 'required')
  }
  return evaluateRequest(exchange.service, project, exchange.request, { ...ask, distinctId }, surveysOnly)
}
