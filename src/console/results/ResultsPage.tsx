import { hrefOf } from '../router'
import { PageHeader } from '../ui/PageHeader'

/** The answers to a survey. */
export function ResultsPage({ id }: { id: string; query: URLSearchParams }) {
  return <PageHeader title={id} parent={{ title: 'Surveys', href: hrefOf('surveys') }} />
}
