import type { Survey } from 'earshot'

/** Whether visitors see the name of a survey: as the heading of an introduction that has none of its own. */
export const showsName = ({ appearance }: Survey): boolean =>
  !!appearance?.displayIntroScreen && !!appearance.introScreenDescription && !appearance.introScreenHeader
