import { useState } from 'preact/hooks'
import { Icon } from '../../editor/ui/Icon'
import { SegmentedControl } from '../../editor/ui/SegmentedControl'
import { hrefOf } from '../router'
import { useConsole } from '../ui/consoleContext'
import { formatAgo, formatCount, formatPercent, formatTime } from '../ui/format'
import { Menu } from '../ui/Menu'
import { EmptyState, LoadError, ProjectSnippet, Skeleton } from '../ui/Messages'
import { PageHeader } from '../ui/PageHeader'
import { SearchField } from '../ui/SearchField'
import { type Column, type Sort, Table } from '../ui/Table'
import { replaceRoute } from '../ui/useRoute'
import { editorUrl } from './editorUrl'
import { StateBadge, stateLabel } from './StateBadge'
import { matchesSearch, type SurveyRow, sortRows } from './sortRows'
import { SURVEY_STATES, type SurveyState, surveyState } from './surveyState'
import { useSurveyActions } from './useSurveyActions'
import { useSurveys } from './useSurveys'

type StateFilter = 'all' | SurveyState

/** The surveys of the project, with what can be done with each. */
export function SurveyList({ query }: { query: URLSearchParams }) {
  const { project, may } = useConsole()
  const { surveys, stats } = useSurveys()
  const [sort, setSort] = useState<Sort>({ column: 'state', isDescending: false })
  const list = surveys.value?.results
  const { itemsOf, dialogElement } = useSurveyActions({
    onChange: surveys.reload,
  })
  const search = query.get('search') ?? ''
  const filter = (query.get('state') ?? 'all') as StateFilter
  const setFilters = (change: { search?: string; state?: string }) => {
    const { state, ...rest } = { search, state: filter, ...change }
    replaceRoute('surveys', undefined, { ...rest, state: state === 'all' ? '' : state })
  }
  const now = Date.now()
  const rows = (list ?? []).map(survey => ({
    survey,
    state: surveyState(survey, now),
    stats: stats.get(survey.id),
  }))
  const visible = rows.filter(
    ({ survey, state }) =>
      (filter === 'all' ? state !== 'archived' : state === filter) && matchesSearch(survey, search),
  )
  return (
    <div>
      <PageHeader title="Surveys">
        {may('survey:write') && (
          <a class="button primary" href={editorUrl(project.id)}>
            <Icon name="plus" />
            New survey
          </a>
        )}
      </PageHeader>
      {surveys.error && !list && <LoadError error={surveys.error} onRetry={surveys.reload} />}
      {!list && !surveys.error && <Skeleton rows={6} height={58} />}
      {list?.length === 0 && <NoSurveys />}
      {list && list.length > 0 && (
        <div>
          <div class="toolbar">
            <SearchField label="Search surveys" value={search} onValue={search => setFilters({ search })} />
            <SegmentedControl
              legend="State"
              name="state"
              value={filter}
              options={(['all', ...SURVEY_STATES] as const)
                .filter(state => state === 'all' || rows.some(row => row.state === state) || state === filter)
                .map(state => [state, state === 'all' ? 'All' : stateLabel(state)] as const)}
              onValue={state => setFilters({ state })}
            />
          </div>
          <div class="card" aria-busy={surveys.isLoading}>
            <Table
              label="Surveys"
              class="survey-table"
              columns={columnsOf(itemsOf)}
              rows={sortRows(visible, sort)}
              rowKey={({ survey }) => survey.id}
              sort={sort}
              onSort={setSort}
            />
            {visible.length === 0 && (
              <EmptyState icon="search" title="No survey matches">
                <button type="button" class="button" onClick={() => setFilters({ search: '', state: 'all' })}>
                  Show all surveys
                </button>
              </EmptyState>
            )}
          </div>
        </div>
      )}
      {dialogElement}
    </div>
  )
}

const columnsOf = (itemsOf: ReturnType<typeof useSurveyActions>['itemsOf']): readonly Column<SurveyRow>[] => [
  {
    name: 'name',
    label: 'Survey',
    isSortable: true,
    cell: ({ survey: { id, name, questions } }) => (
      <span class="survey-name">
        <a href={hrefOf('surveys', id)}>{name}</a>
        <span class="muted">{questions?.[0]?.question ?? 'No questions yet'}</span>
      </span>
    ),
  },
  {
    name: 'state',
    label: 'State',
    isSortable: true,
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    name: 'shown',
    label: 'Shown',
    isNumber: true,
    isSortable: true,
    cell: ({ stats }) => stats && formatCount(stats.stats['survey shown'].total_count),
  },
  {
    name: 'answered',
    label: 'Answered',
    isNumber: true,
    isSortable: true,
    cell: ({ stats }) => stats && formatCount(stats.stats['survey sent'].total_count),
  },
  {
    name: 'rate',
    label: 'Rate',
    isNumber: true,
    isSortable: true,
    cell: ({ stats }) => {
      if (!stats) return null
      return stats.stats['survey shown'].total_count === 0 ? '–' : formatPercent(stats.rates.response_rate)
    },
  },
  {
    name: 'last',
    label: 'Last answer',
    isNumber: true,
    isSortable: true,
    cell: ({ stats }) => {
      const at = stats?.stats['survey sent'].last_seen
      return at ? (
        <time dateTime={at} title={formatTime(at)}>
          {formatAgo(at)}
        </time>
      ) : (
        stats && '–'
      )
    },
  },
  {
    name: 'actions',
    label: 'Actions',
    isLabelHidden: true,
    cell: ({ survey, state }) => (
      <Menu id={`menu-${survey.id}`} label={`Actions for ${survey.name}`} items={itemsOf(survey, state)} />
    ),
  },
]

function NoSurveys() {
  const { project, may } = useConsole()
  return (
    <EmptyState icon="survey" title="No surveys yet">
      <p>Add Earshot to your site with this tag, then write a survey. Visitors see it once you start it.</p>
      <ProjectSnippet />
      {may('survey:write') && (
        <a class="button primary" href={editorUrl(project.id)}>
          <Icon name="plus" />
          New survey
        </a>
      )}
    </EmptyState>
  )
}
