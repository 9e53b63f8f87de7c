import { describe, expect, it } from 'vitest'
import { matchesSemver } from '../../../../src/server/flags/evaluation/matchesSemver'

const ASCENDING = [
  '0.9.9',
  '1.0.0-2',
  '1.0.0-20',
  '1.0.0-100',
  '1.0.0-1a',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0-rc1',
  '1.0.0-rc10',
  '1.0.0-rc2',
  '1.0.0',
  '1.0.2',
  '1.0.10',
  '1.1.0',
  '2.0.0',
]

describe('matchesSemver', () => {
  it.each(ASCENDING)('compares %s with each other version (D-277)', filter => {
    const at = ASCENDING.indexOf(filter)
    const matched = (operator: string) =>
      ASCENDING.filter(property => matchesSemver(operator, filter, property))
    expect(matched('semver_lt')).toEqual(ASCENDING.slice(0, at))
    expect(matched('semver_lte')).toEqual(ASCENDING.slice(0, at + 1))
    expect(matched('semver_eq')).toEqual([filter])
    expect(matched('semver_neq')).toEqual(ASCENDING.filter(version => version !== filter))
    expect(matched('semver_gte')).toEqual(ASCENDING.slice(at))
    expect(matched('semver_gt')).toEqual(ASCENDING.slice(at + 1))
  })

  it.each([' 1.2.3 ', 'v1.2.3', ' v 1.2.3', '1.2.3+build-7', '01.02.03'])('reads %j as 1.2.3', version => {
    expect(matchesSemver('semver_eq', '1.2.3', version)).toBe(true)
    expect(matchesSemver('semver_eq', version, '1.2.3')).toBe(true)
  })

  it.each([
    '',
    'x',
    '1.2.3.4',
    '1..3',
    '1.x.3',
    'a1.2.3',
    '1a.2.3',
    '1.2v.3',
    '1234567890123456.0.0',
    '-1.0.0',
    '1.0.0-',
    '1.0.0-a..b',
    '1.0.0-a_b',
    '1.0.0-é.a',
    '1.0.0-a.é',
  ])('reads no version from %j', text => {
    expect(matchesSemver('semver_neq', '1.2.3', text)).toBe(false)
    expect(matchesSemver('semver_neq', text, '1.2.3')).toBeUndefined()
  })

  it.each<[operator: string, filter: string, inside: string[], outside: string[]]>([
    [
      'semver_tilde',
      '1.2.3',
      ['1.2.3', '1.2.10'],
      ['1.2.2', '1.3.0', '1.2.3-beta', '1.2.4-beta', '1.3.0-beta'],
    ],
    [
      'semver_tilde',
      '1.2.3-beta.2',
      ['1.2.3-beta.2', '1.2.3-rc', '1.2.3', '1.2.4'],
      ['1.2.3-beta.1', '1.2.4-rc', '1.3.0'],
    ],
    ['semver_caret', '1.2.3', ['1.2.3', '1.10.0'], ['1.2.2', '2.0.0', '1.3.0-beta']],
    ['semver_caret', '0.2.3', ['0.2.3', '0.2.9'], ['0.2.2', '0.3.0']],
    ['semver_caret', '0.0.3', ['0.0.3'], ['0.0.2', '0.0.4']],
    ['semver_wildcard', '*', ['0.0.1', '12.3.4'], ['1.0.0-beta', 'x']],
    ['semver_wildcard', ' v12.* ', ['12.0.0', '12.9.9'], ['1.2.0', '13.0.0', '12.0.0-beta', 'x', '']],
    ['semver_wildcard', '1.2.*', ['1.2.0', 'v1.2.9'], ['1.3.0', '2.2.0', '1.2.3-beta']],
  ])('%s %s includes %j, and not %j', (operator, filter, inside, outside) => {
    for (const version of inside) expect(matchesSemver(operator, filter, version), version).toBe(true)
    for (const version of outside) expect(matchesSemver(operator, filter, version), version).toBe(false)
  })

  it.each(['', '1', '1.2.3', '1.2.3.*', '1.*.3', 'x.*', '1.x.*', 'a1.*', '1a.*', '1v.*', '*.1'])(
    'reads no wildcard from %j',
    pattern => {
      expect(matchesSemver('semver_wildcard', pattern, '1.2.3')).toBeUndefined()
    },
  )
})
