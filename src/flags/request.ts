import type { FlagsRequest } from '../wire/flag'

const isEmpty = (value: unknown): boolean => !value || (typeof value === 'object' && !Object.keys(value)[0])

/**
 * Body of `POST /flags`. Interface 4.3: what is empty is left out.
 *
 * @param keys Restricts the answer to these flags; also to none.
 */
export function flagsBody(
  inputs: { [K in keyof FlagsRequest]: FlagsRequest[K] | undefined },
  keys: string[] | undefined,
): FlagsRequest {
  const given = Object.fromEntries(Object.entries(inputs).filter(([, value]) => !isEmpty(value)))
  return { ...(given as unknown as FlagsRequest), ...(keys && { flag_keys: keys }) }
}
