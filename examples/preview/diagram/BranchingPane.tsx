import { useMemo, useState } from 'preact/hooks'
import { FindingList } from '../findings/FindingList'
import { useFindings } from '../findings/findings'
import { useSurvey } from '../state/store'
import { SegmentedControl } from '../ui/SegmentedControl'
import { BranchingDiagram } from './BranchingDiagram'
import { BranchingList } from './BranchingList'
import { graphOf } from './graph'

const LAYOUTS = [
  ['diagram', 'Diagram'],
  ['list', 'List'],
] as const
type Layout = (typeof LAYOUTS)[number][0]

/** The ways through the survey, as a picture or as a list, and everything that was found. */
export function BranchingPane() {
  const survey = useSurvey()
  const graph = useMemo(() => graphOf(survey), [survey])
  const findings = useFindings()
  const [layout, setLayout] = useState<Layout>('diagram')
  return (
    <section class="pane map" aria-label="Branching and findings">
      <div class="pane-head">
        <h2>Ways through</h2>
        <SegmentedControl<Layout>
          legend="Ways through the survey as"
          name="flow"
          value={layout}
          options={LAYOUTS}
          onValue={setLayout}
        />
      </div>
      <div class="scroll">
        {survey.questions.length === 0 ? (
          <p class="hint padded">Add a question, and the ways through the survey are drawn here.</p>
        ) : layout === 'diagram' ? (
          <BranchingDiagram survey={survey} graph={graph} />
        ) : (
          <BranchingList survey={survey} graph={graph} />
        )}
        <FindingList findings={findings} />
      </div>
    </section>
  )
}
