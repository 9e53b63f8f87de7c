import type { FlagsRequest } from '../wire/flag'

const isEmpty = (value: unknown): boolean => !value || (typeof value === 'object' && !Object.keys(value)[0])

/**
 * Returns the body of `POST /flags`. Leaves out empty values. Interface 4.3.
 *
 * @param flagKeys Restricts the evaluation to these flags. An empty list evaluates none.
 */
export function flagsRequestBody(
  inputs: { [K in keyof FlagsRequest]: FlagsRequest[K] | undefined },
  flagKeys: string[] | undefined,
): FlagsRequest {
  const nonEmpty = Object.fromEntries(Object.entries(inputs).filter(([, value]) => !isEmpty(value)))
  return { ...(nonEmpty as unknown as FlagsRequest), ...(flagKeys && { flag_keys: flagKeys }) }
}
