import type { ManagementContext } from '../../http/requestContext'
import { formatIsoDate } from '../../lib/isoDate'
import type { ActivityRow, SurveyRow } from '../../store/rows'
import type { Transaction } from '../../store/store'

/** The part of the bytes of a project that the activity log may take. See D-408. */
const SHARE = 0.0625

/** An action of the caller on a survey. */
interface Action extends Pick<ActivityRow, 'activity' | 'changes'> {
  survey: SurveyRow
}

/** Adds an entry to the activity log, and removes the oldest while it takes too many bytes. Interface section 4.2, activity. */
export async function logActivity(
  transaction: Transaction,
  { service, project, user }: Pick<ManagementContext, 'service' | 'project' | 'user'>,
  { survey, activity, changes }: Action,
): Promise<void> {
  await transaction.put('activity', {
    id: service.uuid(),
    project_id: project.id,
    item_id: survey.id,
    user_id: user.id,
    activity,
    name: survey.name,
    changes,
    created_at: formatIsoDate(service.now()),
  })
  const where = { project_id: project.id }
  while ((await transaction.bytes('activity', where)) > service.maxBytes * SHARE)
    for (const row of await transaction.find('activity', { where, limit: 1 }))
      await transaction.remove('activity', row)
}
