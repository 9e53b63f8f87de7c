import { isEqual } from '../../../lib/isEqual'
import { parseJsonBody } from '../../http/parseJsonBody'
import { invalidInput, notFound } from '../../http/reply'
import type { ManagementContext } from '../../http/requestContext'
import { findFlag } from '../../store/flagRows'
import type { FlagRow } from '../../store/rows'
import type { StoreReader, Transaction } from '../../store/store'
import type { FlagsDeps } from '../evaluateRequest'
import { filterError, referenceError } from './filterErrors'
import { parseFlagPatch, patchedFlag } from './flagPatch'

/**
 * Changes a flag. A change gives it the next version.
 *
 * @throws HttpError 404, or 400 for a flag that could not be evaluated.
 */
export async function patchFlag(deps: FlagsDeps, context: ManagementContext): Promise<FlagRow> {
  const { service, project, params } = context
  // 404 comes before 400.
  const flag = await requireFlag(service.store, project.id, params['id'])
  const patch = parseFlagPatch(parseJsonBody(context), flag)
  return service.store.transaction(async transaction => {
    const before = await requireFlag(transaction, project.id, params['id'])
    const after = patchedFlag(before, patch)
    if (patch.filters && !isEqual(after.filters, before.filters))
      await requireEvaluable(deps, transaction, after)
    if (JSON.stringify(after) === JSON.stringify(before)) return before
    const row = { ...after, version: (before.version ?? 0) + 1 }
    await transaction.put('flags', row)
    return row
  })
}

async function requireFlag(store: StoreReader, projectId: number, id = ''): Promise<FlagRow> {
  const flag = /^\d{1,15}$/.test(id) ? await findFlag(store, projectId, Number(id)) : undefined
  if (!flag) throw notFound()
  return flag
}

async function requireEvaluable(
  { compileFlag }: FlagsDeps,
  transaction: Transaction,
  flag: FlagRow,
): Promise<void> {
  const where = { project_id: flag.project_id }
  const flags = await transaction.find('flags', { where })
  const cohorts = await transaction.find('cohorts', { where })
  const compiled = compileFlag(flag)
  const error =
    filterError(compiled) ??
    referenceError(compiled, {
      others: flags.filter(({ id, deleted }) => id !== flag.id && deleted !== true).map(compileFlag),
      cohorts: cohorts.filter(({ deleted }) => deleted !== true),
    })
  if (error !== undefined) throw invalidInput(error, 'filters')
}
