// @vitest-environment happy-dom
import * as react from 'earshot/react'
import * as theirs from 'posthog-js/react'
import * as theirSurveys from 'posthog-js/react/surveys'
import { describe, expect, it } from 'vitest'

describe('earshot/react', () => {
  it('exports each name of the React package of posthog-js', () => {
    const names = [...Object.keys(theirs), ...Object.keys(theirSurveys)].filter(name => name !== 'default')
    expect(names).toContain('PostHogProvider')
    expect(names).toContain('useThumbSurvey')
    expect(Object.keys(react)).toEqual(expect.arrayContaining(names))
  })
})
