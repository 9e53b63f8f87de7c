/** Returns a function that calls all functions of a list or set, such as those that end what a part has started. */
export const callAll = (functions: Iterable<() => void>) => (): void => {
  for (const call of functions) call()
}
