import { parseJson } from './json'
import { ownOptions } from './nullProtoRecord'
import { objectOrEmpty } from './objectOrEmpty'

/** Returns the object of a stored text, empty for any other text. It and the objects in it inherit nothing. See D-711. */
export const parseObject = (text: string | null | undefined): Record<string, unknown> =>
  objectOrEmpty(ownOptions(parseJson(text)))
