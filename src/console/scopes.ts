/** Whether a key has a scope. A write scope covers reading. The same rule as in the service, interface section 5. */
export function hasScope(scopes: readonly string[], scope: string): boolean {
  const writeScope = scope.replace(/:read$/, ':write')
  return scopes.some(granted => ['*', scope, writeScope].includes(granted))
}
