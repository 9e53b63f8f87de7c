import { useMemo, useState } from 'preact/hooks'
import { FindingList } from '../findings/FindingList'
import { useFindings } from '../findings/findings'
import { useSurvey } from '../state/store'
import { SegmentedControl } from '../ui/SegmentedControl'
import { BranchingDiagram } from './BranchingDiagram'
import { BranchingList } from './BranchingList'
import { graphOf } from './graph'

const FORMATS = [
  ['diagram', 'Diagram'],
  ['list', 'List'],
] as const
type Format = (typeof FORMATS)[number][0]

/** Shows the branching of the survey as a diagram or a list, and all lint findings. */
export function BranchingPane() {
  const survey = useSurvey()
  const graph = useMemo(() => graphOf(survey), [survey])
  const findings = useFindings()
  const [format, setFormat] = useState<Format>('diagram')
  return (
    <section id="pane-branching" class="pane branching-pane" aria-label="Branching and findings">
      <div class="pane-header">
        <h2>Branching</h2>
        <SegmentedControl<Format>
          legend="Show the branching as"
          name="branching"
          value={format}
          options={FORMATS}
          onValue={setFormat}
        />
      </div>
      <div class="pane-body">
        {survey.questions.length === 0 ? (
          <p class="hint padded">Add a question to see the branching of the survey.</p>
        ) : format === 'diagram' ? (
          <BranchingDiagram survey={survey} graph={graph} />
        ) : (
          <BranchingList survey={survey} graph={graph} />
        )}
        <FindingList findings={findings} />
      </div>
    </section>
  )
}
