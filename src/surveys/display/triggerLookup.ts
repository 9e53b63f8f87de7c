import { attempt } from '../../lib/attempt'
import type { SurveyEvaluation, TriggerEvent } from '../contract'
import type { SurveyHost } from '../host'
import type { PreparedSurvey } from '../targeting/prepareSurvey'
import { prepareTriggers, type Triggers } from './triggers'

/**
 * Creates a function that returns the surveys which an event starts, or whose delay it cancels. Prepares the triggers of each
 * survey once.
 *
 * See D-118 to D-120.
 */
export function createTriggerLookup(host: SurveyHost, evaluation: SurveyEvaluation) {
  const cache = new WeakMap<PreparedSurvey, Triggers>()

  function prepare({ survey }: PreparedSurvey): Triggers {
    const deps = {
      compileMatcher: evaluation.compileMatcher,
      pageUrl: host.page.url,
      onInvalid: () => host.emitError('survey_condition_invalid', { id: survey.id }),
    }
    // A condition of an unexpected type: this survey is never triggered, the others are.
    return (
      attempt(() => prepareTriggers(survey.conditions, deps), undefined, deps.onInvalid) ??
      prepareTriggers({}, deps)
    )
  }

  function triggersOf(prepared: PreparedSurvey): Triggers {
    const triggers = cache.get(prepared) ?? prepare(prepared)
    cache.set(prepared, triggers)
    return triggers
  }

  return (kind: keyof Triggers, event: TriggerEvent): PreparedSurvey[] =>
    evaluation.prepared().filter(prepared => triggersOf(prepared)[kind](event))
}
