import type { FlagsRequest } from '../wire/flag'

/**
 * Returns the body of `POST /flags`. Leaves out empty values. Interface 4.3.
 *
 * @param flagKeys Restricts the evaluation to these flags. An empty list evaluates none.
 */
export function flagsRequestBody(
  inputs: { [K in keyof FlagsRequest]: FlagsRequest[K] | undefined },
  flagKeys: string[] | undefined,
): FlagsRequest {
  // Texts have keys too.
  const nonEmpty = Object.fromEntries(
    Object.entries(inputs).filter(([, value]) => value && Object.keys(value)[0]),
  )
  return { ...nonEmpty, flag_keys: flagKeys } as unknown as FlagsRequest
}
