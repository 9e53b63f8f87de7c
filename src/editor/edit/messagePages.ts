import type { Survey, SurveyAppearance } from 'earshot'

/** A page of a survey that asks nothing: before the questions, or after them. */
export type MessagePageName = 'intro' | 'thankYou'

/** The fields of `appearance` that make up a page without a question. */
interface MessagePage {
  label: string
  isShown: keyof SurveyAppearance
  heading: keyof SurveyAppearance
  text: keyof SurveyAppearance
  textFormat: keyof SurveyAppearance
  button: keyof SurveyAppearance
  /** What visitors see in place of a missing heading; empty when they see none. */
  defaultHeading: string
  defaultButton: string
}

export const MESSAGE_PAGES: Record<MessagePageName, MessagePage> = {
  intro: {
    label: 'Introduction',
    isShown: 'displayIntroScreen',
    heading: 'introScreenHeader',
    text: 'introScreenDescription',
    textFormat: 'introScreenDescriptionContentType',
    button: 'introScreenButtonText',
    defaultHeading: '',
    defaultButton: 'Get started',
  },
  thankYou: {
    label: 'Thank-you page',
    isShown: 'displayThankYouMessage',
    heading: 'thankYouMessageHeader',
    text: 'thankYouMessageDescription',
    textFormat: 'thankYouMessageDescriptionContentType',
    button: 'thankYouMessageCloseButtonText',
    defaultHeading: 'Thank you!',
    defaultButton: 'Close',
  },
}

/** Whether visitors see a page. An introduction without a heading and a text is skipped. */
export function hasMessagePage({ appearance }: Survey, name: MessagePageName): boolean {
  const { isShown, heading, text, defaultHeading } = MESSAGE_PAGES[name]
  return appearance?.[isShown] === true && !!(appearance[heading] || appearance[text] || defaultHeading)
}

/** Returns the position of a page in the preview: -1 before the questions, their number after them. */
export const positionOf = ({ questions }: Survey, name: MessagePageName): number =>
  name === 'intro' ? -1 : questions.length

/** Returns the page that the field of a path belongs to, if it belongs to one. */
export function messagePageOf(path: string): MessagePageName | undefined {
  if (/^appearance\.(displayIntro|introScreen)/.test(path)) return 'intro'
  return /^appearance\.(displayThankYou|thankYou|autoDisappear)/.test(path) ? 'thankYou' : undefined
}
