/** The browser that tests and benchmarks use: the one `CHROMIUM` names, an installed one, or the one playwright has fetched. */
export function findChromium(): string | undefined
