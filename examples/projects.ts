import type { ProjectOptions, SurveySeed } from 'earshot/server'
import basket from './surveys/basket.json'
import choosing from './surveys/choosing.json'
import helpful from './surveys/helpful.json'
import note from './surveys/note.json'
import nps from './surveys/nps.json'
import plans from './surveys/plans.json'
import wish from './surveys/wish.json'

/** Visitors see the shop before it asks them. */
const recommend = { ...nps, appearance: { ...nps.appearance, surveyPopupDelaySeconds: 4 } }

/** The projects in the service: key, flags and surveys of each example. */
export const PROJECTS: (ProjectOptions & { id: number })[] = [
  {
    id: 1,
    name: 'Second Steep',
    projectKey: 'phc_second_steep',
    flags: {
      'free-delivery': true,
      headline: splitTest({
        morning: { text: 'Tea for slow mornings.' },
        evening: { text: 'Tea for long evenings.' },
      }),
      'member-price': targetedFlag('plan', 'member'),
    },
    surveys: [recommend, choosing, note] as SurveySeed[],
  },
  {
    id: 2,
    name: 'Fieldbook',
    projectKey: 'phc_fieldbook',
    flags: {
      'week-strip': true,
      billing: splitTest({
        monthly: { note: 'Billed each month.' },
        yearly: { note: 'Billed once a year, two months free.' },
      }),
      export: targetedFlag('plan', 'team'),
    },
    surveys: [plans] as SurveySeed[],
  },
  {
    id: 3,
    name: 'The Stand',
    projectKey: 'phc_true_wheel',
    surveys: [helpful] as SurveySeed[],
  },
  {
    id: 4,
    name: 'Old Tree Orchard',
    projectKey: 'phc_orchard',
    flags: {
      harvest: true,
      'box-price': splitTest({ low: { euros: 22 }, high: { euros: 26 } }),
    },
    surveys: [basket, wish] as SurveySeed[],
  },
]

/** Folders that are served as a page, with their project. A page without a project has no panel. */
export const EXAMPLES: { folder: string; projectId?: number; hasRoutes?: boolean }[] = [
  { folder: 'script-tag', projectId: 1 },
  { folder: 'spa', projectId: 2, hasRoutes: true },
  { folder: 'headless', projectId: 3 },
  { folder: 'react', projectId: 4 },
  { folder: 'preview' },
]

/** Creates a flag for persons with a property. */
function targetedFlag(key: string, value: string) {
  return {
    filters: {
      groups: [{ properties: [{ key, value, operator: 'exact', type: 'person' }], rollout_percentage: 100 }],
    },
  }
}

/** Creates a flag with two variants, each with a payload and for half of the visitors. */
function splitTest(payloads: Record<string, object>) {
  const groups = [{ properties: [], rollout_percentage: 100 }]
  const variants = Object.keys(payloads).map(key => ({ key, rollout_percentage: 50 }))
  const serialized = Object.entries(payloads).map(([key, payload]) => [key, JSON.stringify(payload)])
  return { filters: { groups, multivariate: { variants }, payloads: Object.fromEntries(serialized) } }
}
