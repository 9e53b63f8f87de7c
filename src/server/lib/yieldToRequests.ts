/** Resolves when the requests that wait have had their turn. */
export function yieldToRequests(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 0))
}
