import type { ProjectOptions } from '../../options'
import { type DaysAgo, demoSurveys } from './demoSurveys'

/** Returns the project of the demonstration: surveys in every state, and flags with rollouts. */
export function demoProject(daysAgo: DaysAgo): ProjectOptions {
  return {
    name: 'Wayfare',
    timeZone: 'UTC',
    flags: {
      'new-route-editor': {
        name: 'Route editor with undo for every step',
        filters: { groups: [{ properties: [], rollout_percentage: 40 }] },
      },
      'offline-maps': {
        name: 'Offline maps, paid plans first',
        filters: {
          groups: [
            {
              properties: [{ key: 'plan', value: ['plus', 'team'], operator: 'exact', type: 'person' }],
              rollout_percentage: 100,
            },
            { properties: [], rollout_percentage: 10 },
          ],
        },
      },
      'pricing-page': {
        name: 'Which plan is named first',
        filters: {
          groups: [{ properties: [], rollout_percentage: 100 }],
          multivariate: {
            variants: [
              { key: 'control', rollout_percentage: 50 },
              { key: 'yearly-first', rollout_percentage: 50 },
            ],
          },
        },
      },
      'social-feed': {
        name: 'Switched off after the complaints',
        active: false,
        filters: { groups: [{ properties: [], rollout_percentage: 100 }] },
      },
    },
    surveys: demoSurveys(daysAgo),
  }
}
