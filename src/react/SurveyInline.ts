import type { EarshotClient } from 'earshot'
import { createElement, type HTMLProps, type ReactElement, useEffect, useRef } from 'react'
import { readableCopy } from '../lib/json'
import { useEarshot } from './context'

type DisplayOptions = NonNullable<Parameters<EarshotClient['displaySurvey']>[1]>

/** Props of `SurveyInline`. Others are passed to its `div`. */
export interface SurveyInlineProps extends Omit<HTMLProps<HTMLDivElement>, 'ref' | 'children'> {
  surveyId: string
  /** Options of `displaySurvey`, read when the survey shows. */
  options?: Omit<DisplayOptions, 'displayType' | 'selector'>
}

/**
 * Renders a `div` with a survey in the looks of Earshot inside. The survey closes with the component and keeps its progress.
 *
 * ```tsx
 * <SurveyInline surveyId="survey-id" className="feedback" />
 * ```
 */
export function SurveyInline({ surveyId, options, ...props }: SurveyInlineProps): ReactElement {
  const client = useEarshot()
  const ref = useRef<HTMLDivElement>(null)
  // Options are read when the survey shows.
  useEffect(() => {
    client.displaySurvey(surveyId, {
      ...readableCopy(options),
      selector: ref.current!,
      displayType: 'inline',
    })
    return () => client.cancelPendingSurvey(surveyId)
  }, [client, surveyId])
  // A survey of its own per `key`: the container of a former one goes, and with it that survey.
  return createElement('div', { ...props, key: surveyId, ref })
}
