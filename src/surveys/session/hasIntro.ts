import type { Survey } from '../../wire/survey'

/** Whether a survey begins with an introduction. One without a heading and a text is skipped. */
export const hasIntro = ({ appearance }: Survey): boolean =>
  !!appearance?.displayIntroScreen && !!(appearance.introScreenHeader || appearance.introScreenDescription)
