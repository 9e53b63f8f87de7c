const COUNT = 10

/** Returns a line for each of the slowest tests: `{ name, ms }` in, seconds and name out. */
export const slowestLines = tests =>
  [...tests]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, COUNT)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`)

/** A reporter of vitest that prints the ten slowest tests of a run. */
export default class SlowestTests {
  onTestRunEnd(modules) {
    const tests = modules.flatMap(module =>
      [...module.children.allTests()].map(test => ({
        name: `${module.relativeModuleId}: ${test.fullName}`,
        ms: test.diagnostic()?.duration ?? 0,
      })),
    )
    console.log(`\nSlowest tests\n${slowestLines(tests).join('\n')}`)
  }
}
