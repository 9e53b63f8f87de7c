import { parseJson, stringifyStored } from '../../lib/json'
import { parseObject } from '../../lib/parseObject'
import type { Store } from '../../persistence/store'

/**
 * Returns the keys with a prefix whose values are of this project, or name none: those of posthog-js, and the date when any survey
 * was visible. See D-700.
 */
export const ownKeys = (store: Store, prefix: string, project: string): string[] =>
  store.keys(prefix).filter(key => (parseObject(store.read(key)).project ?? project) === project)

/**
 * Returns the store that the surveys of a project use. It adds the project to each value that is JSON, and lists no key of another
 * project: the keys are those of posthog-js, which contain no project. See D-700.
 */
export const projectStore = (store: Store, project: string): Store => ({
  ...store,
  write(key, value) {
    const json = parseJson<object>(value)
    return store.write(key, json ? stringifyStored({ ...json, project }) : value)
  },
  keys: prefix => ownKeys(store, prefix, project),
})
