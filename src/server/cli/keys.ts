import type { PersonalKeyRow } from '../store/rows'
import { addPersonalKey } from './addPersonalKey'
import { defineCommand, UsageError } from './command'
import { requireOwner, requireProjects } from './keyOwner'
import { SCOPES } from './scopes'
import { dataOption, withDatabase } from './withDatabase'

/** `earshot keys create`. */
export const createKeyCommand = defineCommand({
  name: 'keys create',
  summary: 'create a personal key, and print it once',
  description: `Creates a personal key for the management endpoints, and prints it. The database keeps its hash alone, so the
key cannot be shown again. A running service accepts it within a second.`,
  options: {
    data: dataOption,
    user: { type: 'string', value: 'email', help: 'owner of the key (default: the first user)' },
    project: {
      type: 'string',
      multiple: true,
      value: 'id',
      help: 'project that the key may access, may be repeated (default: all projects)',
    },
    scope: {
      type: 'string',
      multiple: true,
      value: 'scope',
      help: `may be repeated (default: *, all scopes). Scopes:\n${SCOPES.slice(1).join(', ')}`,
    },
    label: { type: 'string', value: 'text', help: 'name for the list of keys' },
  },
  run: async ({ data, user, project, scope = ['*'], label = '' }, { env, out, err }) => {
    for (const name of scope) requireScopeName(name)
    const projectIds = project?.map(parseProjectId) ?? null
    const { key, row } = await withDatabase({ data, env }, store =>
      store.transaction(async transaction => {
        await requireProjects(transaction, projectIds ?? [], '--project')
        const owner = await requireOwner(transaction, user, '--user')
        return addPersonalKey(transaction, {
          label,
          user_id: owner.id,
          scopes: scope,
          project_ids: projectIds,
        })
      }),
    )
    // The key alone goes to the output, for scripts.
    err(`Created key ${row.id}. Keep it now: it cannot be shown again.`)
    out(key)
  },
})

/** `earshot keys list`. */
export const listKeysCommand = defineCommand({
  name: 'keys list',
  summary: 'list the personal keys',
  description: 'Lists the personal keys by their ids, without the keys themselves.',
  options: { data: dataOption },
  run: async ({ data }, { env, out }) => {
    const { keys, users } = await withDatabase({ data, env }, async store => ({
      keys: await store.find('personalKeys', { where: {} }),
      users: await store.find('users', { where: {} }),
    }))
    const emails = new Map(users.map(({ id, email }) => [id, email]))
    out(formatTable([HEADINGS, ...keys.map(key => keyCells(key, emails.get(key.user_id) ?? ''))]))
  },
})

/** `earshot keys revoke`. */
export const revokeKeysCommand = defineCommand({
  name: 'keys revoke',
  summary: 'revoke personal keys',
  positionals: '<id> …',
  description: `Revokes personal keys by the ids of earshot keys list. A running service refuses them within a second. A key
that a configuration file declares comes back at the next start.`,
  options: { data: dataOption },
  run: async ({ data }, { env, err }, ids) => {
    if (ids.length === 0) throw new UsageError('no id. Expected an id that earshot keys list prints')
    await withDatabase({ data, env }, store =>
      store.transaction(async transaction => {
        for (const id of ids)
          if (!(await transaction.remove('personalKeys', { id })))
            throw new Error(
              `there is no key with the id ${id}, and none is revoked. earshot keys list prints the ids`,
            )
      }),
    )
    err(`Revoked ${ids.join(', ')}.`)
  },
})

function requireScopeName(name: string): void {
  if (!SCOPES.some(scope => scope === name))
    throw new UsageError(`unknown scope '${name}'. Expected one of ${SCOPES.join(', ')}`)
}

function parseProjectId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UsageError(`--project must be the id of a project, not '${text}'`)
}

const HEADINGS = ['ID', 'KEY', 'LABEL', 'USER', 'PROJECTS', 'SCOPES', 'CREATED']

function keyCells(
  { id, mask, label, project_ids, scopes, created_at }: PersonalKeyRow,
  user: string,
): string[] {
  const projects = project_ids === null ? 'all' : project_ids.join(' ')
  return [id, mask ?? '', label, user, projects, scopes.join(' '), created_at.slice(0, 10)].map(
    cell => cell || '-',
  )
}

function formatTable(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)))
  return rows
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
