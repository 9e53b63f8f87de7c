import { expect, it } from 'vitest'
import { unknownCohortFields } from '../../../src/server/flags/unknownFields'

it('unknownCohortFields leaves what is no filter to the evaluation, which fails the flag (D-731, D-814)', () => {
  const group = { type: 'OR', values: [{ key: 'plan', value: 'pro', negatoin: true }] }
  expect(unknownCohortFields(group)).toEqual([['values', 0, 'negatoin']])
  expect(unknownCohortFields({ properties: group })).toEqual([])
})
