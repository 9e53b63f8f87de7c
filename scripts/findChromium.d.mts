/** Returns the path of the browser for tests and benchmarks; `undefined` when there is none. */
export function findChromium(): string | undefined
