/** Returns a function that calls all functions of a list, such as those that end what a part has started. */
export const callAll = (functions: readonly (() => void)[]) => (): void => {
  for (const call of functions) call()
}
