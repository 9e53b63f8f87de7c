// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { surveyRuntime } from '../../../src/surveys/runtime'

describe('onWidgetToggle', () => {
  it('calls back with the survey id of each event until its listener is removed', () => {
    const ids: unknown[] = []
    const unlisten = surveyRuntime.onWidgetToggle(id => ids.push(id))
    const toggle = (detail?: unknown) =>
      window.dispatchEvent(new CustomEvent('ph:show_survey_widget', { detail }))
    toggle({ surveyId: 's1', position: { left: '10px' } })
    toggle()
    window.dispatchEvent(new Event('ph:show_survey_widget'))
    unlisten()
    toggle({ surveyId: 's2' })
    expect(ids).toEqual(['s1', undefined, undefined])
  })
})
