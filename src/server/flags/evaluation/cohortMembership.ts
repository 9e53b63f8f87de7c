/**
 * Whether the operator of a filter on a cohort asks for its members, or for everyone else.
 *
 * @returns Undefined for an operator that cohorts do not have: it may mean either. See D-478.
 */
export function cohortMembership(operator: string | null | undefined): boolean | undefined {
  switch (operator ?? 'in') {
    case 'in':
    case 'exact':
      return true
    case 'not_in':
      return false
    default:
      return undefined
  }
}
