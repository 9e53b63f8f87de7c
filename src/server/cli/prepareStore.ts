import { randomUUID } from 'node:crypto'
import { DEFAULT_PERSONAL_KEY, type ServiceOptions } from '../options'
import { hashPersonalKey, personalKeyId } from '../store/personalKeys'
import type { Store, Transaction } from '../store/store'
import { type SeedDeps, seed } from '../testing/seed'
import { addPersonalKey } from './addPersonalKey'
import { applyFlags, applyPersonalKeys, applyProjects, applyUsers } from './applyConfig'
import type { ConfigFile } from './configFile'
import { requireOwner } from './keyOwner'
import { newKey } from './newKey'

/** The data that a service starts with. */
export interface InitialData {
  seed: ServiceOptions | undefined
  config: ConfigFile | undefined
  /** Whether the seed gets the keys that everybody knows. */
  isDemo: boolean
}

/**
 * Writes the initial data into a store, in one transaction. A store without a project gets one with random keys.
 *
 * @returns The personal key that was created, which is known here alone. See D-531.
 */
export function prepareStore(store: Store, initial: InitialData): Promise<string | undefined> {
  const { config, isDemo } = initial
  const options = isDemo ? (initial.seed ?? {}) : initial.seed && withoutDefaultKeys(initial.seed)
  const deps: SeedDeps = { now: new Date().toISOString(), uuid: randomUUID }
  return store.transaction(async transaction => {
    const isNew = await isEmpty(transaction, 'projects')
    // A seed may have it, and a database of a demonstration has it.
    await transaction.remove('personalKeys', { id: personalKeyId(hashPersonalKey(DEFAULT_PERSONAL_KEY)) })
    if (options) await seed(transaction, options, deps)
    if (config) {
      await applyProjects(transaction, config.projects)
      await applyFlags(transaction, config.projects)
      await applyUsers(transaction, config.users, deps)
    }
    await seed(transaction, await missingData(transaction), deps)
    if (config) await applyPersonalKeys(transaction, config.personalKeys, deps)
    if (!isNew || !(await isEmpty(transaction, 'personalKeys'))) return undefined
    const owner = await requireOwner(transaction, undefined, 'user')
    const fields = { label: 'First start', user_id: owner.id, scopes: ['*'], project_ids: null }
    return (await addPersonalKey(transaction, fields)).key
  })
}

/** Gives the projects of a seed that have no key a random one, and adds no personal key. */
function withoutDefaultKeys(options: ServiceOptions): ServiceOptions {
  const projects = (options.projects ?? [options]).map(project => ({
    ...project,
    projectKey: project.projectKey ?? newKey('phc_'),
  }))
  return { ...options, projects, personalKeys: options.personalKeys ?? [] }
}

/** Returns a project and a user for a store that has none. */
async function missingData(transaction: Transaction): Promise<ServiceOptions> {
  const projects = [{ name: 'Default project', projectKey: newKey('phc_') }]
  return {
    projects: (await isEmpty(transaction, 'projects')) ? projects : [],
    users: (await isEmpty(transaction, 'users')) ? undefined : [],
    personalKeys: [],
  }
}

async function isEmpty(
  transaction: Transaction,
  table: 'projects' | 'users' | 'personalKeys',
): Promise<boolean> {
  const rows = await transaction.find(table, { where: {}, limit: 1 })
  return rows.length === 0
}
