import { useMemo, useState } from 'preact/hooks'
import { flowOf } from '../flow/flow'
import { useSurvey } from '../store'
import { useFindings } from '../ui/findings'
import { Segments } from '../ui/Segments'
import { FindingList } from './FindingList'
import { FlowList } from './FlowList'
import { FlowMap } from './FlowMap'

const LOOKS = [
  ['map', 'Map'],
  ['list', 'List'],
] as const
type Look = (typeof LOOKS)[number][0]

/** The ways through the survey, as a picture or as a list, and everything that was found. */
export function MapPane() {
  const survey = useSurvey()
  const flow = useMemo(() => flowOf(survey), [survey])
  const findings = useFindings()
  const [look, setLook] = useState<Look>('map')
  return (
    <section class="pane map" aria-label="Branching and findings">
      <div class="pane-head">
        <h2>Ways through</h2>
        <Segments<Look>
          legend="Ways through the survey as"
          name="flow"
          value={look}
          options={LOOKS}
          onValue={setLook}
        />
      </div>
      <div class="scroll">
        {survey.questions.length === 0 ? (
          <p class="hint padded">Add a question, and the ways through the survey are drawn here.</p>
        ) : look === 'map' ? (
          <FlowMap survey={survey} flow={flow} />
        ) : (
          <FlowList survey={survey} flow={flow} />
        )}
        <FindingList findings={findings} />
      </div>
    </section>
  )
}
