import type { PageProps } from '../router'
import { PersonList } from './PersonList'
import { PersonPage } from './PersonPage'

/** The persons of the project, or one of them. */
export function PeoplePage({ id, query }: PageProps) {
  return id === undefined ? <PersonList query={query} /> : <PersonPage id={id} />
}
