import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatBytes } from '../../src/console/status/formatBytes'
import { warningText } from '../../src/console/status/warningText'

const capture = join(import.meta.dirname, '../../src/server/capture')
const source = readdirSync(capture)
  .map(file => readFileSync(join(capture, file), 'utf8'))
  .join('\n')
const types = new Set(
  [...source.matchAll(/(?:dropped\(|\btype: )'([a-z]+_[a-z_]+)'/g)].map(([, type]) => type!),
)

describe('warningText', () => {
  it.each([...types])('says in words what %s means, and what to do', type => {
    const { title, advice } = warningText(type)
    expect(title).not.toContain(type.replaceAll('_', ' '))
    expect(title).toMatch(/^[A-Z]/)
    expect(advice).toMatch(/\.$/)
  })

  it('knows the warnings of the service', () => {
    expect(types.size).toBeGreaterThan(10)
    expect(types).toContain('event_without_name')
  })

  it('makes a title of a warning that is new', () => {
    expect(warningText('moon_too_full').title).toBe('Moon too full')
  })
})

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1500, '1.5 kB'],
    [45_678, '46 kB'],
    [12_345_678, '12 MB'],
    [2e9, '2 GB'],
    [3e18, '3,000,000 TB'],
  ])('returns %i as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })
})
