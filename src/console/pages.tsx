import type { ComponentType } from 'preact'
import type { IconName } from '../editor/ui/Icon'
import { EventsPage } from './events/EventsPage'
import { FlagsPage } from './flags/FlagsPage'
import { PeoplePage } from './people/PeoplePage'
import type { PageName, PageProps } from './router'
import { StatusPage } from './status/StatusPage'
import { SurveysPage } from './surveys/SurveysPage'

/** A page of the navigation. */
export interface PageEntry {
  name: PageName
  label: string
  icon: IconName
  /** The scope that a key needs to see it. */
  scope: string
  Page: ComponentType<PageProps>
}

/** The pages in the order of the navigation. */
export const PAGES: readonly PageEntry[] = [
  { name: 'surveys', label: 'Surveys', icon: 'survey', scope: 'survey:read', Page: SurveysPage },
  { name: 'events', label: 'Events', icon: 'pulse', scope: 'query:read', Page: EventsPage },
  { name: 'flags', label: 'Flags', icon: 'flag', scope: 'feature_flag:read', Page: FlagsPage },
  { name: 'people', label: 'People', icon: 'people', scope: 'person:read', Page: PeoplePage },
  { name: 'status', label: 'Status', icon: 'gauge', scope: 'project:read', Page: StatusPage },
]
