/**
 * Returns the milliseconds of processor time that the code of this process has used. Unlike the clock, it does not run while other
 * processes have the processor (D-584). Nor does it while the system gives memory, which takes some machines ten times as long.
 */
export function cpuTime(): number {
  return process.cpuUsage().user / 1000
}
