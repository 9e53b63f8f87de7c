import type { Survey } from 'earshot'
import ces from './ces.json'
import churn from './churn-reasons.json'
import csat from './csat.json'
import interest from './feature-interest.json'
import nps from './nps.json'
import feedback from './open-feedback.json'
import fit from './product-market-fit.json'

/** A survey to begin with. */
export interface Template {
  /** What it finds out. */
  purpose: string
  /** When to send it. */
  moment: string
  survey: Omit<Survey, 'id'>
}

/** Seven surveys that one would really send. */
export const TEMPLATES: Template[] = [
  {
    purpose: 'Would they recommend you, and why',
    moment: 'Every quarter, to those who know you by now',
    survey: nps as Template['survey'],
  },
  {
    purpose: 'Was this one encounter a good one',
    moment: 'Right after a support chat, a delivery, a call',
    survey: csat as Template['survey'],
  },
  {
    purpose: 'How hard it was to get something done',
    moment: 'Right after a task: checkout, set-up, an import',
    survey: ces as Template['survey'],
  },
  {
    purpose: 'Would they miss you',
    moment: 'Once, to people who used it in the last weeks',
    survey: fit as Template['survey'],
  },
  {
    purpose: 'Faults, ideas and questions, whenever they come up',
    moment: 'Always there, as a tab at the edge of the page',
    survey: feedback as Template['survey'],
  },
  {
    purpose: 'Why they go, and what would have kept them',
    moment: 'When a subscription is cancelled',
    survey: churn as Template['survey'],
  },
  {
    purpose: 'Whether something is worth building',
    moment: 'Before you build it, where it would be used',
    survey: interest as Template['survey'],
  },
]

/** A survey with nothing in it. */
export const emptySurvey = (id: string): Survey => ({
  id,
  name: 'Untitled survey',
  type: 'popover',
  schedule: 'once',
  questions: [],
  appearance: { displayThankYouMessage: true },
})

/** A template as a survey of one's own. */
export const surveyFrom = ({ survey }: Template, id: string): Survey => ({ ...structuredClone(survey), id })
