/**
 * Attributes what runs between two tests to the test before. Stryker takes it for code that runs while modules load, and would run
 * every test for each of its mutants.
 */
const [namespace] = Object.getOwnPropertyNames(globalThis).filter(name => name.startsWith('__stryker'))
if (namespace) {
  let current: string | undefined
  Object.defineProperty((globalThis as Record<string, unknown>)[namespace], 'currentTestId', {
    configurable: true,
    get: () => current,
    set: (id: string | undefined) => {
      current = id ?? current
    },
  })
}
