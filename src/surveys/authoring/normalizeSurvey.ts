import type { Survey } from '../../wire/survey'
import { parseSurvey } from '../targeting/parseSurvey'

/** Returns a survey as visitors get it. One that cannot be shown yet, because it is still being written, stays as it is. */
export function normalizeSurvey(survey: Survey): Survey {
  const parsed = parseSurvey(survey)
  return typeof parsed === 'string' ? survey : parsed
}
