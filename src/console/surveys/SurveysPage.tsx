import { ResultsPage } from '../results/ResultsPage'
import type { PageProps } from '../router'
import { SurveyList } from './SurveyList'

/** All surveys, or the results of one. */
export function SurveysPage({ id, query }: PageProps) {
  return id === undefined ? <SurveyList query={query} /> : <ResultsPage id={id} query={query} />
}
