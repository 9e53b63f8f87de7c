import { type Page, pageLinks } from '../../http/paging'
import type { Reply } from '../../http/reply'
import type { ManagementContext } from '../../http/requestContext'
import type { ActivityRow } from '../../store/rows'
import { requireSurvey } from '../findSurvey'

const DEFAULT_LIMIT = 10

/** Replies with the activity of all surveys of the project, deleted ones included. */
export async function listActivity(context: ManagementContext): Promise<Reply> {
  return activityPage(context, { project_id: context.project.id })
}

/** Replies with the activity of one survey. @throws HttpError 404. */
export async function listSurveyActivity(context: ManagementContext): Promise<Reply> {
  const { service, project, params } = context
  const survey = await requireSurvey(service.store, project.id, params['id'])
  return activityPage(context, { project_id: project.id, item_id: survey.id })
}

async function activityPage(
  { service, request, query }: ManagementContext,
  where: Pick<ActivityRow, 'project_id'> & Partial<ActivityRow>,
): Promise<Reply> {
  const limit = parsePositive(query.get('limit')) ?? DEFAULT_LIMIT
  const number = parsePositive(query.get('page')) ?? 1
  const page = { limit, offset: (number - 1) * limit }
  const total_count = await service.store.count('activity', { where })
  const rows = await service.store.find('activity', { where, order: 'newest', ...page })
  const results = await Promise.all(
    rows.map(async row => serializeActivity(row, await findAuthor(service, row))),
  )
  return {
    status: 200,
    body: { results, ...numberedLinks(request.url, page, total_count), total_count },
  }
}

async function findAuthor({ store }: ManagementContext['service'], { user_id }: ActivityRow) {
  const user = user_id === null ? undefined : await store.get('users', { id: user_id })
  return user ? { first_name: user.first_name, email: user.email } : null
}

function serializeActivity(row: ActivityRow, user: { first_name: string; email: string } | null) {
  return {
    id: row.id,
    user,
    activity: row.activity,
    scope: 'Survey',
    item_id: row.item_id,
    detail: {
      id: row.item_id,
      changes: row.changes,
      name: row.name,
      short_id: null,
      type: null,
      merge: null,
      trigger: null,
    },
    created_at: row.created_at,
  }
}

/** Returns the links to the next and the previous page. They have a page number in place of an offset. */
function numberedLinks(url: URL, page: Page, count: number) {
  const { next, previous } = pageLinks(url, page, count)
  const numbered = (link: string | null, step: 1 | -1): string | null => {
    if (link === null) return null
    const numberedUrl = new URL(link)
    numberedUrl.searchParams.delete('offset')
    numberedUrl.searchParams.set('page', String(page.offset / page.limit + 1 + step))
    return numberedUrl.href
  }
  return { next: numbered(next, 1), previous: numbered(previous, -1) }
}

function parsePositive(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
