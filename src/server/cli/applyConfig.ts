import type { FlagSeed } from '../options'
import { nextFlagId } from '../store/flagRows'
import { personalKeyId, personalKeyRow } from '../store/personalKeys'
import type { Transaction } from '../store/store'
import { type SeedDeps, seedFlagRow, seedUserRow } from '../testing/seed'
import type { ConfigFile } from './configFile'
import { findByEmail, requireOwner, requireProjects } from './keyOwner'
import { newKey } from './newKey'

/**
 * Creates or updates the projects of a configuration file. A missing field keeps its value, and a new project without a key
 * gets a random one. Other projects stay. See D-532.
 *
 * @throws Error when another project has the key.
 */
export async function applyProjects(
  transaction: Transaction,
  projects: ConfigFile['projects'],
): Promise<void> {
  for (const [index, { id, name, projectKey, timeZone }] of projects.entries()) {
    const known = await transaction.get('projects', { id })
    const token = projectKey ?? known?.token ?? newKey('phc_')
    const [holder] = await transaction.find('projects', { where: { token }, limit: 1 })
    if (holder && holder.id !== id)
      throw new Error(`projects.${index}.projectKey: project ${holder.id} has this key. Expected another one`)
    await transaction.put('projects', {
      ...known,
      id,
      name: name ?? known?.name ?? `Project ${id}`,
      token,
      organization_id: known?.organization_id ?? 'default',
      time_zone: timeZone ?? known?.time_zone ?? 'UTC',
    })
  }
}

/** Creates or updates the flags of the projects of a configuration file. A flag that changes gets a new version. See D-532. */
export async function applyFlags(transaction: Transaction, projects: ConfigFile['projects']): Promise<void> {
  for (const { id: projectId, flags = {} } of projects)
    for (const [key, flag] of Object.entries(flags)) {
      const [known] = await transaction.find('flags', { where: { project_id: projectId, key } })
      const id = known?.id ?? (await nextFlagId(transaction, projectId))
      // The file is checked as deep as a seed is.
      const declared = seedFlagRow({ projectId, key, id }, flag as FlagSeed)
      const row = { ...declared, id, version: known?.version ?? declared.version }
      if (known && JSON.stringify(row) === JSON.stringify(known)) continue
      await transaction.put('flags', known ? { ...row, version: (known.version ?? 0) + 1 } : row)
    }
}

/** Creates or updates the users of a configuration file, by their email address. Other users stay. See D-532. */
export async function applyUsers(
  transaction: Transaction,
  users: ConfigFile['users'],
  deps: SeedDeps,
): Promise<void> {
  for (const user of users) {
    const rows = await transaction.find('users', { where: {} })
    const nextId = Math.max(0, ...rows.map(({ id }) => id)) + 1
    const known = findByEmail(rows, user.email) ?? seedUserRow(user, nextId, deps)
    await transaction.put('users', { ...known, ...user, email: known.email })
  }
}

/**
 * Creates or updates the personal keys of a configuration file, by their hash. Other keys stay. See D-532.
 *
 * @throws Error when the owner or a project does not exist.
 */
export async function applyPersonalKeys(
  transaction: Transaction,
  keys: ConfigFile['personalKeys'],
  deps: SeedDeps,
): Promise<void> {
  for (const [index, { hash, mask, label, user, projects, scopes }] of keys.entries()) {
    const path = `personalKeys.${index}`
    if (projects) await requireProjects(transaction, projects, `${path}.projects`)
    const known = await transaction.get('personalKeys', { id: personalKeyId(hash) })
    const keepsOwner = known !== undefined && user === undefined
    const ownerId = keepsOwner ? known.user_id : (await requireOwner(transaction, user, `${path}.user`)).id
    const row = personalKeyRow({
      hash,
      mask: mask ?? known?.mask ?? null,
      label: label ?? known?.label ?? '',
      user_id: ownerId,
      scopes: scopes ?? known?.scopes ?? ['*'],
      project_ids: projects ?? known?.project_ids ?? null,
      created_at: known?.created_at ?? deps.now,
    })
    await transaction.put('personalKeys', row)
  }
}
