/**
 * Returns the milliseconds of processor time that this process has used. Unlike the clock, it does not run while other processes have
 * the processor (D-584).
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
