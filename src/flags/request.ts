import type { FlagsRequest } from '../wire/flag'

const isEmpty = (value: unknown): boolean => !value || (typeof value === 'object' && !Object.keys(value)[0])

/**
 * Body of `POST /flags`. Interface 4.3: what is empty is left out.
 *
 * @param flagKeys Restricts the answer to these flags; also to none.
 */
export function flagsRequestBody(
  inputs: { [K in keyof FlagsRequest]: FlagsRequest[K] | undefined },
  flagKeys: string[] | undefined,
): FlagsRequest {
  const filled = Object.fromEntries(Object.entries(inputs).filter(([, value]) => !isEmpty(value)))
  return { ...(filled as unknown as FlagsRequest), ...(flagKeys && { flag_keys: flagKeys }) }
}
