import { z } from '@hono/zod-openapi'
import { EARLY_ACCESS_PATH } from '../../../wire/paths'
import { requireQueryProject } from '../../http/auth'
import type { Reply } from '../../http/reply'
import type { RequestContext } from '../../http/requestContext'
import type { PublicRoute } from '../../http/route'
import { anyObject, tokenQuery } from '../../http/schema'
import type { CompiledFlag } from '../evaluation/compileFlag'
import type { FlagCompiler } from '../evaluation/flagCompiler'
import { isFlagOff, isFlagServed } from '../isFlagServed'
import { requestRuntime } from '../requestRuntime'

/** Creates the endpoint for early-access features, which is not in the interface. See D-232. */
export const createEarlyAccessRoutes = (compileFlag: FlagCompiler): PublicRoute[] => [
  {
    method: 'GET',
    path: EARLY_ACCESS_PATH,
    access: 'public',
    summary: 'Lists the early-access features of a project.',
    query: tokenQuery,
    replies: {
      200: {
        description: 'The early-access features.',
        schema: z.object({ earlyAccessFeatures: z.array(anyObject) }).loose(),
      },
    },
    handle: context => listEarlyAccess(context, compileFlag),
  },
]

/**
 * Lists every flag of the runtime of the request that a person can enrol in, under the name of the flag. The request has no way to
 * name an environment, so that those of all environments are listed. See D-756.
 */
async function listEarlyAccess(context: RequestContext, compileFlag: FlagCompiler): Promise<Reply> {
  const { service, request } = context
  const project = await requireQueryProject(context)
  const flags = await service.store.find('flags', { where: { project_id: project.id } })
  const selection = {
    runtime: requestRuntime(request.header),
    environments: new Set<string>(),
    strictTags: false,
    keys: undefined,
    surveysOnly: false,
  }
  const enrollable = flags.filter(
    flag => !isFlagOff(flag) && isFlagServed(flag, selection) && isEarlyAccess(compileFlag(flag)),
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
