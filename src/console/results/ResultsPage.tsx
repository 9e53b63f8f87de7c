import { Icon } from '../../editor/ui/Icon'
import { SegmentedControl } from '../../editor/ui/SegmentedControl'
import type { ReadSurvey } from '../../wire/managedSurvey'
import { hrefOf } from '../router'
import { editorUrl } from '../surveys/editorUrl'
import { StateBadge } from '../surveys/StateBadge'
import { surveyState } from '../surveys/surveyState'
import { useSurveyActions } from '../surveys/useSurveyActions'
import { useConsole } from '../ui/consoleContext'
import { dayOf } from '../ui/days'
import { Menu } from '../ui/Menu'
import { LoadError, Skeleton } from '../ui/Messages'
import { PageHeader } from '../ui/PageHeader'
import { navigate, replaceRoute } from '../ui/useRoute'
import { useExport } from './exportResponses'
import { FilterBar } from './FilterBar'
import { NO_FILTER, type ResultsFilter, readFilter, responseFilter } from './filter'
import { ResponseList } from './ResponseList'
import { Summary } from './Summary'
import { useResults, useSurvey } from './useResults'
import { WhoSeesIt } from './WhoSeesIt'

interface ResultsPageProps {
  id: string
  query: URLSearchParams
}

const PARENT = { title: 'Surveys', href: hrefOf('surveys') }

/** Returns the view of an address. A key that may not read flags and persons has no visibility. */
function viewOf(name: string | null, mayExplain: boolean): 'summary' | 'responses' | 'visibility' {
  if (name === 'responses') return name
  return name === 'visibility' && mayExplain ? name : 'summary'
}

/** The answers to a survey: a summary of all, and each in full. It also says who sees the survey. */
export function ResultsPage({ id, query }: ResultsPageProps) {
  const survey = useSurvey(id)
  if (survey.value) return <Results survey={survey.value} query={query} onChange={survey.reload} />
  return (
    <div>
      <PageHeader title="Results" parent={PARENT} />
      {survey.error ? (
        <LoadError error={survey.error} onRetry={survey.reload} />
      ) : (
        <Skeleton rows={5} height={120} />
      )}
    </div>
  )
}

function Results({
  survey,
  query,
  onChange,
}: {
  survey: ReadSurvey
  query: URLSearchParams
  onChange(): void
}) {
  const { project, may } = useConsole()
  const filter = readFilter(query)
  const mayExplain = may('person:read') && may('feature_flag:read')
  const view = viewOf(query.get('view'), mayExplain)
  const search = query.get('search') ?? ''
  const visitor = query.get('visitor') ?? ''
  const setAddress = (
    change: Partial<ResultsFilter> & { view?: string; search?: string; visitor?: string },
  ) => {
    const { view: shown, ...rest } = { ...filter, view, search, visitor, ...change }
    replaceRoute('surveys', survey.id, { ...rest, view: shown === 'summary' ? '' : shown })
  }
  const asked = responseFilter(filter, dayOf())
  const results = useResults(survey.id, asked)
  const { itemsOf, dialogElement } = useSurveyActions({
    onChange,
    onDelete: () => navigate('surveys'),
  })
  const exports = useExport(survey, asked)
  const state = surveyState(survey, Date.now())
  return (
    <div>
      <PageHeader title={survey.name} parent={PARENT} detail={<StateBadge state={state} />}>
        <button type="button" class="button" aria-disabled={exports.isBusy} onClick={exports.csv}>
          <Icon name="download" />
          CSV
        </button>
        <button type="button" class="button" aria-disabled={exports.isBusy} onClick={exports.json}>
          <Icon name="download" />
          JSON
        </button>
        {may('survey:write') && (
          <a class="button" href={editorUrl(project.id, survey.id)}>
            <Icon name="edit" />
            Edit
          </a>
        )}
        <Menu
          id="survey-menu"
          label="More actions"
          items={itemsOf(survey, state).filter(({ label }) => label !== 'Edit')}
        />
      </PageHeader>
      <div class="toolbar">
        <SegmentedControl
          legend="View"
          name="view"
          value={view}
          options={[
            ['summary', 'Summary'],
            ['responses', 'Responses'],
            ...(mayExplain ? ([['visibility', 'Who sees it']] as const) : []),
          ]}
          onValue={view => setAddress({ view })}
        />
        {view !== 'visibility' && (
          <FilterBar
            filter={filter}
            results={results.value}
            mayReadPersons={may('person:read')}
            onFilter={setAddress}
            onReset={() => setAddress({ ...NO_FILTER, search: '' })}
          />
        )}
      </div>
      {view === 'visibility' && (
        <WhoSeesIt survey={survey} visitor={visitor} onVisitor={visitor => setAddress({ visitor })} />
      )}
      {view === 'responses' && (
        <ResponseList
          surveyId={survey.id}
          filter={asked}
          search={search}
          onSearch={search => setAddress({ search })}
        />
      )}
      {view === 'summary' && (
        <Summary survey={survey} filter={filter} results={results} onPath={path => setAddress({ path })} />
      )}
      {dialogElement}
    </div>
  )
}
