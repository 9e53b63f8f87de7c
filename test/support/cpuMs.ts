/** Returns the milliseconds of CPU time that this process has used. Unlike the time of a clock, they do not count other processes. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
