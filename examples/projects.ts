import type { ProjectOptions, SurveySeed } from 'earshot/server'
import choosing from './surveys/choosing.json'
import helpful from './surveys/helpful.json'
import note from './surveys/note.json'
import nps from './surveys/nps.json'
import plans from './surveys/plans.json'

/** What the service knows of each example: its key, its flags, its surveys. */
export const PROJECTS: (ProjectOptions & { id: number })[] = [
  {
    id: 1,
    name: 'Second Steep',
    projectKey: 'phc_second_steep',
    flags: {
      'free-delivery': true,
      headline: halves({
        morning: { text: 'Tea for slow mornings.' },
        evening: { text: 'Tea for long evenings.' },
      }),
      'member-price': onlyFor('plan', 'member'),
    },
    surveys: [nps, choosing, note] as SurveySeed[],
  },
  {
    id: 2,
    name: 'Fieldbook',
    projectKey: 'phc_fieldbook',
    flags: {
      'week-strip': true,
      billing: halves({
        monthly: { note: 'Billed each month.' },
        yearly: { note: 'Billed once a year, two months free.' },
      }),
      export: onlyFor('plan', 'team'),
    },
    surveys: [plans] as SurveySeed[],
  },
  {
    id: 3,
    name: 'The Stand',
    projectKey: 'phc_true_wheel',
    surveys: [helpful] as SurveySeed[],
  },
]

/** The folders that are opened as a page, and whose project the page belongs to; without one, it gets no panel. */
export const EXAMPLES: { folder: string; projectId?: number; hasRoutes?: boolean }[] = [
  { folder: 'script-tag', projectId: 1 },
  { folder: 'spa', projectId: 2, hasRoutes: true },
  { folder: 'headless', projectId: 3 },
  { folder: 'preview' },
]

/** A flag for persons with this property. */
function onlyFor(key: string, value: string) {
  return {
    filters: {
      groups: [{ properties: [{ key, value, operator: 'exact', type: 'person' }], rollout_percentage: 100 }],
    },
  }
}

/** A flag that gives each of two variants, with its payload, to a half. */
function halves(payloads: Record<string, object>) {
  const groups = [{ properties: [], rollout_percentage: 100 }]
  const variants = Object.keys(payloads).map(key => ({ key, rollout_percentage: 50 }))
  const texts = Object.entries(payloads).map(([key, payload]) => [key, JSON.stringify(payload)])
  return { filters: { groups, multivariate: { variants }, payloads: Object.fromEntries(texts) } }
}
