export type { Answer } from './surveys/answer'
export { type PreviewOptions, renderSurveyPreview } from './surveys/preview'
export type { Survey, SurveyAppearance } from './wire/survey'
