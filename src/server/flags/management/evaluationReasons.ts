import { z } from '@hono/zod-openapi'
import { attempt } from '../../../lib/attempt'
import type { FlagEvaluation } from '../../../wire/console'
import type { FlagResult } from '../../../wire/flag'
import { parseJson } from '../../http/decode/parseJson'
import { queryFields } from '../../http/paging'
import { invalidInput } from '../../http/reply'
import type { ManagementContext } from '../../http/requestContext'
import { validate } from '../../http/validate'
import { isObject } from '../../lib/values'
import { evaluateSelection, type FlagsDeps } from '../evaluateRequest'
import { parseFlagsRequest } from '../schema'

/** Query of the evaluation with reasons. */
export const reasonsQuery = z.object({
  distinct_id: z.string().openapi({ description: 'Identifies the user.' }),
  groups: z.string().optional().openapi({ description: 'Group type -> group id, as JSON.' }),
})

/** Flags for any runtime and with any tag are of interest, but not where the caller is. */
const ALL_FLAGS = {
  runtime: 'all',
  environments: new Set<string>(),
  strictTags: false,
  keys: undefined,
  surveysOnly: false,
} as const

/** Evaluates all flags of a project for a distinct id by its stored properties. Inactive flags are `disabled`. See D-593. */
export async function evaluationReasons(
  deps: FlagsDeps,
  context: ManagementContext,
): Promise<Record<string, FlagEvaluation>> {
  const { service, project, query } = context
  const { distinct_id, groups } = validate(reasonsQuery, queryFields(query))
  const flagsRequest = parseFlagsRequest({ distinct_id, groups: parseGroups(groups), geoip_disable: true })
  const results = await evaluateSelection(deps, context, { project, flagsRequest, selection: ALL_FLAGS })
  const rows = await service.store.find('flags', { where: { project_id: project.id } })
  const inactive = rows.filter(({ active, deleted }) => active === false && deleted !== true)
  return Object.fromEntries([
    ...results.map(result => [result.key, flagEvaluation(result)] as const),
    ...inactive.map(({ key }) => [key, DISABLED] as const),
  ])
}

const DISABLED: FlagEvaluation = {
  value: false,
  evaluation: { reason: 'disabled', condition_index: null, description: 'Flag is disabled' },
}

function parseGroups(text = '{}'): Record<string, unknown> {
  // Parsed as in a flags request.
  const groups = attempt(() => parseJson(text))
  if (!isObject(groups)) throw invalidInput('Expected a JSON object.', 'groups')
  return groups
}

function flagEvaluation({ enabled, variant, reason, metadata }: FlagResult): FlagEvaluation {
  const payload = metadata?.payload
  return {
    value: enabled && (variant ?? true),
    ...(typeof payload === 'string' && { payload: parseJsonText(payload) }),
    evaluation: {
      reason: reason?.code ?? '',
      condition_index: reason?.condition_index ?? null,
      description: reason?.description ?? '',
    },
  }
}

/** A text that is not JSON stays a text. */
function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
