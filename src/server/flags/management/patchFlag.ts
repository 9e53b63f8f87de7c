import { parseJsonBody } from '../../http/parseJsonBody'
import { invalidInput, notFound } from '../../http/reply'
import type { ManagementContext } from '../../http/requestContext'
import { findFlag } from '../../store/flagRows'
import type { FlagRow } from '../../store/rows'
import type { StoreReader, Transaction } from '../../store/store'
import type { FlagsDeps } from '../evaluateRequest'
import { evaluationOrder } from '../evaluation/evaluationOrder'
import { parseFlagPatch, patchedFlag } from './flagPatch'

/**
 * Changes a flag. A change gives it the next version.
 *
 * @throws HttpError 404, or 400 for a flag that could not be evaluated.
 */
export async function patchFlag(deps: FlagsDeps, context: ManagementContext): Promise<FlagRow> {
  const { service, project, params } = context
  // 404 comes before 400.
  await requireFlag(service.store, project.id, params['id'])
  const patch = parseFlagPatch(parseJsonBody(context))
  return service.store.transaction(async transaction => {
    const before = await requireFlag(transaction, project.id, params['id'])
    const after = patchedFlag(before, patch)
    if (patch.filters) await requireEvaluable(deps, transaction, after)
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

/** The evaluation would take each of these for a flag that is off. */
async function requireEvaluable(
  { compileFlag }: FlagsDeps,
  transaction: Transaction,
  flag: FlagRow,
): Promise<void> {
  const compiled = compileFlag(flag)
  if (compiled.isMalformed) throw invalidInput('The filters have the wrong shape.', 'filters')
  if (compiled.hasUnknownOperator)
    throw invalidInput('A filter has an unknown operator, type or value.', 'filters')
  const rows = await transaction.find('flags', { where: { project_id: flag.project_id } })
  const others = rows.filter(row => row.id !== flag.id && row.deleted !== true).map(compileFlag)
  const { missing, cyclic } = evaluationOrder([...others, compiled])
  if (missing.has(flag.id)) throw invalidInput('A filter names a flag that does not exist.', 'filters')
  if (cyclic.has(flag.id)) throw invalidInput('The flag would depend on itself.', 'filters')
}
