import type { Survey } from 'earshot'
import ces from './ces.json'
import churn from './churn-reasons.json'
import csat from './csat.json'
import interest from './feature-interest.json'
import nps from './nps.json'
import feedback from './open-feedback.json'
import fit from './product-market-fit.json'

/** A survey that authors can start from. */
export interface Template {
  /** The question that the survey answers. */
  purpose: string
  /** When to show it. */
  timing: string
  survey: Omit<Survey, 'id'>
}

export const TEMPLATES: Template[] = [
  {
    purpose: 'Would customers recommend you, and why?',
    timing: 'Every quarter, to established customers',
    survey: nps as Template['survey'],
  },
  {
    purpose: 'How satisfied are customers with an interaction?',
    timing: 'Right after a support chat, a delivery or a call',
    survey: csat as Template['survey'],
  },
  {
    purpose: 'How easy was it to complete a task?',
    timing: 'Right after a checkout, a set-up or an import',
    survey: ces as Template['survey'],
  },
  {
    purpose: 'How would users feel without your product?',
    timing: 'Once, to users of the last few weeks',
    survey: fit as Template['survey'],
  },
  {
    purpose: 'Bug reports, ideas and questions',
    timing: 'Always available, as a tab at the edge of the page',
    survey: feedback as Template['survey'],
  },
  {
    purpose: 'Why do customers leave, and what would keep them?',
    timing: 'When a subscription is cancelled',
    survey: churn as Template['survey'],
  },
  {
    purpose: 'Is a planned feature worth building?',
    timing: 'Before you build it, on the page where it would be used',
    survey: interest as Template['survey'],
  },
]

/** Creates a survey without questions. */
export const emptySurvey = (id: string): Survey => ({
  id,
  name: 'Untitled survey',
  type: 'popover',
  schedule: 'once',
  questions: [],
  appearance: { displayThankYouMessage: true },
})

/** Creates a survey from a template. */
export const surveyFrom = ({ survey }: Template, id: string): Survey => ({ ...structuredClone(survey), id })
