// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { surveyRuntime } from '../../../src/surveys/runtime'

it("the page's event that opens a widget is heard, whatever it carries, until nobody listens any more", () => {
  const heard: unknown[] = []
  const stop = surveyRuntime.onWidgetToggle(id => heard.push(id))
  const call = (detail?: unknown) =>
    window.dispatchEvent(new CustomEvent('ph:show_survey_widget', { detail }))
  call({ surveyId: 's1', position: { left: '10px' } })
  call()
  window.dispatchEvent(new Event('ph:show_survey_widget'))
  stop()
  call({ surveyId: 's2' })
  expect(heard).toEqual(['s1', undefined, undefined])
})
