import { type ParsedSurvey, parseSurvey } from '../../src/surveys/targeting/parseSurvey'

/** Parses a survey as it is parsed on arrival. Throws when a test has made one that cannot be shown. */
export function parsed(survey: unknown): ParsedSurvey {
  const result = parseSurvey(survey)
  if (typeof result === 'string') throw new Error(`unusable survey: ${result}`)
  return result
}
