import type { ComponentType } from 'preact'
import type { IconName } from '../editor/ui/Icon'
import type { PageName, PageProps } from './router'
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
]
