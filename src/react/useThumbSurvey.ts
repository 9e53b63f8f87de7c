import type { EarshotClient, Properties } from 'earshot'
import { type RefCallback, useEffect, useState } from 'react'
import { readableCopy } from '../lib/json'
import { useEarshot } from './context'
import { useOnce } from './tracker'

type DisplayOptions = NonNullable<Parameters<EarshotClient['displaySurvey']>[1]>

/** Options of `useThumbSurvey`. */
export interface UseThumbSurveyOptions {
  /** A survey whose first question is a thumb rating. */
  surveyId: string
  /** Position of the popover with the further questions. Default: next to the trigger. */
  displayPosition?: DisplayOptions['position']
  properties?: Properties
  onResponse?: (response: 'up' | 'down') => void
  /** Whether the component calls `trackShown` itself. Default: the survey counts as shown when the component mounts. */
  disableAutoShownTracking?: boolean
}

/** Result of `useThumbSurvey`. */
export interface UseThumbSurveyResult {
  respond: (value: 'up' | 'down') => void
  response: 'up' | 'down' | null
  /** Ref of the element that the popover stands next to. */
  triggerRef: RefCallback<HTMLElement>
  trackShown?: () => void
}

/**
 * Asks for a thumb up or down with the page's own buttons, and opens the survey at its next question after the answer.
 *
 * ```tsx
 * const { respond, response, triggerRef } = useThumbSurvey({ surveyId: 'survey-id' })
 * ```
 */
export function useThumbSurvey(options: UseThumbSurveyOptions): UseThumbSurveyResult {
  const {
    surveyId,
    displayPosition = 'next_to_trigger',
    properties,
    onResponse,
    disableAutoShownTracking,
  } = readableCopy(options) as unknown as UseThumbSurveyOptions
  const client = useEarshot()
  const [response, setResponse] = useState<'up' | 'down' | null>(null)
  const [trigger, triggerRef] = useState<HTMLElement | null>(null)
  const once = useOnce()
  const trackShown = () =>
    once(`shown ${surveyId}`, () => {
      client.capture('survey shown', { $survey_id: surveyId, ...readableCopy(properties) })
    })
  useEffect(() => {
    if (!disableAutoShownTracking) trackShown()
  })
  const respond = (value: 'up' | 'down') =>
    once('response', () => {
      setResponse(value)
      client.displaySurvey(surveyId, {
        initialResponses: { 0: value === 'up' ? 1 : 2 },
        properties,
        position: displayPosition,
        selector: trigger ?? undefined,
        ignoreConditions: true,
        ignoreDelay: true,
        skipShownEvent: true,
      })
      onResponse?.(value)
    })
  return { respond, response, triggerRef, ...(disableAutoShownTracking && { trackShown }) }
}
