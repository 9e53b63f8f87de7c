import { Icon } from '../../editor/ui/Icon'
import type { QuestionResults } from '../../wire/console'
import { formatCount } from '../ui/format'
import { ChoiceBars } from './ChoiceBars'
import type { ResultsFilter } from './filter'
import { RatingCharts } from './RatingCharts'
import { TextAnswers } from './TextAnswers'

interface QuestionCardProps {
  surveyId: string
  number: number
  /** Whether the card takes the whole width. */
  isWide: boolean
  results: QuestionResults
  filter: ResultsFilter
}

/** The answers to one question, as fits its type. */
export function QuestionCard({ number, isWide, ...props }: QuestionCardProps) {
  const { type, question, answered, skipped } = props.results
  return (
    <section class={`card question-card${isWide ? ' is-wide' : ''}`} aria-label={`Question ${number}`}>
      <header>
        <h2>
          <span class="ordinal">{number}</span>
          {question}
        </h2>
        <span class="muted tabular question-counts">
          <Icon name={type} />
          {formatCount(answered)} {type === 'link' ? 'opened' : 'answered'}
          {skipped > 0 && ` · ${formatCount(skipped)} skipped`}
        </span>
      </header>
      <div class="card-body">
        {answered === 0 ? <p class="muted">No answers yet.</p> : <Answers {...props} />}
      </div>
    </section>
  )
}

function Answers({ surveyId, results, filter }: Pick<QuestionCardProps, 'surveyId' | 'results' | 'filter'>) {
  switch (results.type) {
    case 'rating':
      return <RatingCharts results={results} />
    case 'single_choice':
    case 'multiple_choice':
      return <ChoiceBars results={results} answered={results.answered} surveyId={surveyId} />
    case 'open':
      return (
        <TextAnswers
          surveyId={surveyId}
          questionId={results.question_id}
          texts={results.texts}
          answered={results.answered}
          filter={filter}
        />
      )
    case 'link':
      return <p class="muted">A click on the link counts as an answer.</p>
  }
}
