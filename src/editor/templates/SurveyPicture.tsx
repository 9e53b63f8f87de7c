import type { Survey } from 'earshot'
import { renderSurveyPreview } from 'earshot/surveys'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** A small picture of the first question of a survey: its card, as a visitor would see it, out of reach of pointers and keys. */
export function SurveyPicture({ survey }: { survey: Survey }) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => renderSurveyPreview(frame.current!, survey, { page: 0, plainText: true }), [survey])
  return (
    <div class="survey-picture" aria-hidden="true" inert>
      <div ref={frame} />
    </div>
  )
}
