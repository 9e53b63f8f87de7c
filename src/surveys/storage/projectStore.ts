import { parseJson, stringifyStored } from '../../lib/json'
import { parseObject } from '../../lib/parseObject'
import type { Store } from '../../persistence/store'
import { OF_A_VISITOR } from './storageKeys'

/**
 * Returns the store that the surveys of a project use. It adds the project to each value that is JSON, lists no key of another
 * project, and reads no unfinished survey and no trigger of one: the keys are those of posthog-js, which contain no project. Values
 * that name none count as its own: those of posthog-js, and the date when any survey was visible. See D-700, D-803.
 */
export const projectStore = (store: Store, project: string): Store => {
  const isOwn = (text: string | null) => (parseObject(text).project ?? project) === project
  return {
    ...store,
    read(key) {
      const text = store.read(key)
      return OF_A_VISITOR.test(key) && !isOwn(text) ? null : text
    },
    write(key, value) {
      const json = parseJson<object>(value)
      return store.write(key, json ? stringifyStored({ ...json, project }) : value)
    },
    keys: prefix => store.keys(prefix).filter(key => isOwn(store.read(key))),
  }
}
