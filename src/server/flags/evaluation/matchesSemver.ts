/** A parsed version: three numbers, and the identifiers of a pre-release. */
interface Version {
  numbers: [number, number, number]
  prerelease: string[]
}

const PRERELEASE = /^[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*$/

/**
 * Whether the version of a property satisfies the operator and the version of the filter. False when either is no
 * version, also for `semver_neq`. See D-277.
 *
 * @returns Undefined when the filter has no version.
 */
export function matchesSemver(operator: string, filter: string, property: string): boolean | undefined {
  const version = parse(property)
  if (operator === 'semver_wildcard') return isInWildcard(version, filter)
  const target = parse(filter)
  if (!target) return undefined
  if (!version) return false
  const order = compare(version, target)
  switch (operator) {
    case 'semver_eq':
      return order === 0
    case 'semver_neq':
      return order !== 0
    case 'semver_gt':
      return order > 0
    case 'semver_gte':
      return order >= 0
    case 'semver_lt':
      return order < 0
    case 'semver_lte':
      return order <= 0
    case 'semver_tilde':
      return isInRange(version, target, [target.numbers[0], target.numbers[1] + 1, 0])
    case 'semver_caret':
      return isInRange(version, target, caretEnd(target.numbers))
    default:
      return false
  }
}

/** A longer text is no version: its parts would be a million texts. See D-720. */
const MAX_LENGTH = 1000

function parse(text: string): Version | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const plain = text.trim().replace(/^v/, '').trim().split('+')[0]!
  const dash = plain.indexOf('-')
  const numbers = (dash < 0 ? plain : plain.slice(0, dash)).split('.')
  const prerelease = dash < 0 ? [] : plain.slice(dash + 1).split('.')
  if (numbers.length > 3 || !numbers.every(part => /^\d{1,15}$/.test(part))) return undefined
  if (dash >= 0 && !PRERELEASE.test(prerelease.join('.'))) return undefined
  const [major = 0, minor = 0, patch = 0] = numbers.map(Number)
  return { numbers: [major, minor, patch], prerelease }
}

function compare(a: Version, b: Version): number {
  return compareNumbers(a.numbers, b.numbers) || comparePrerelease(a.prerelease, b.prerelease)
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < 3; i++) if (a[i] !== b[i]) return a[i]! - b[i]!
  return 0
}

/** A release is greater than its pre-releases, a name greater than a number, and a longer list greater than its beginning. */
function comparePrerelease(a: string[], b: string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compareParts(a[i]!, b[i]!)
    if (order !== 0) return order
  }
  return a.length - b.length
}

function compareParts(a: string, b: string): number {
  const aIsNumber = /^\d+$/.test(a)
  const bIsNumber = /^\d+$/.test(b)
  if (aIsNumber && bIsNumber) return Number(a) - Number(b)
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1
  return a < b ? -1 : Number(a > b)
}

/** Whether a version is in [start, end). A pre-release is, only if `start` is a pre-release of the same three numbers. */
function isInRange(version: Version, start: Version, end: [number, number, number]): boolean {
  const sameTriple = compareNumbers(version.numbers, start.numbers) === 0
  if (version.prerelease.length > 0 && !(start.prerelease.length > 0 && sameTriple)) return false
  return compare(version, start) >= 0 && compareNumbers(version.numbers, end) < 0
}

function caretEnd([major, minor, patch]: [number, number, number]): [number, number, number] {
  if (major > 0) return [major + 1, 0, 0]
  if (minor > 0) return [0, minor + 1, 0]
  return [0, 0, patch + 1]
}

/** Whether a version matches `*`, `1.*` or `1.2.*`. Pre-releases never do. */
function isInWildcard(version: Version | undefined, pattern: string): boolean | undefined {
  const parts = pattern.trim().replace(/^v/, '').split('.')
  const fixed = parts.slice(0, -1)
  if (parts.at(-1) !== '*' || parts.length > 3 || !fixed.every(part => /^\d{1,15}$/.test(part)))
    return undefined
  if (!version) return false
  return version.prerelease.length === 0 && fixed.every((part, i) => Number(part) === version.numbers[i])
}
