import type { SurveyResults } from '../../wire/console'
import type { ReadSurvey } from '../../wire/managedSurvey'
import { useConsole } from '../ui/consoleContext'
import { dayOf } from '../ui/days'
import { EmptyState, LoadError, Notice, ProjectSnippet, Skeleton } from '../ui/Messages'
import type { Data } from '../ui/useData'
import { Funnel } from './Funnel'
import { datesOf, filtersAnswers, type ResultsFilter } from './filter'
import { PathList } from './PathList'
import { QuestionCard } from './QuestionCard'
import { Totals } from './Totals'
import { useStats } from './useResults'
import { wideCards } from './wideCards'

interface SummaryProps {
  survey: ReadSurvey
  filter: ResultsFilter
  results: Data<SurveyResults>
  onPath(path: string): void
}

/** All answers in numbers: totals, where people leave, and a card per question. */
export function Summary({ survey, filter, results, onPath }: SummaryProps) {
  const stats = useStats(survey.id, datesOf(filter, dayOf()))
  const { value, error, isLoading, reload } = results
  if (!value) return error ? <LoadError error={error} onRetry={reload} /> : <Skeleton rows={4} height={150} />
  const isFiltered = filtersAnswers(filter)
  const isEmpty = value.totals.shown === 0 && value.started === 0 && !isFiltered && filter.range === ''
  if (isEmpty) return <NoViews survey={survey} />
  return (
    <div class="summary" aria-busy={isLoading}>
      {error && <Notice kind="error">{error.message}</Notice>}
      <Totals results={value} rates={stats.value?.rates} isFiltered={isFiltered} />
      {value.started === 0 ? (
        <div class="card">
          <EmptyState icon="filter" title={isFiltered ? 'No answer matches' : 'No answers in this time'}>
            <p>{isFiltered ? 'Change or clear the filters above.' : 'People saw the survey, or will.'}</p>
          </EmptyState>
        </div>
      ) : (
        <div class="summary-grid">
          <Funnel results={value} />
          <PathList results={value} chosen={filter.path} onPath={onPath} />
          {wideCards(value.questions).map(({ question, isWide }, index) => (
            <QuestionCard
              key={question.question_id}
              surveyId={survey.id}
              number={index + 1}
              isWide={isWide}
              results={question}
              filter={filter}
            />
          ))}
        </div>
      )}
    </div>
  )
}

function NoViews({ survey }: { survey: ReadSurvey }) {
  const { project } = useConsole()
  return (
    <div class="card">
      <EmptyState icon="pulse" title="No visitor has seen this survey yet">
        <p>
          {survey.start_date === null
            ? 'It is a draft: start it from the menu above. '
            : 'Check its conditions in the editor. '}
          The pages of {project.name} need this tag:
        </p>
        <ProjectSnippet />
      </EmptyState>
    </div>
  )
}
