import type { Locator, Page } from 'playwright-core'
import { focused } from './examples'

/** How a visitor answers: every step waits for the question that it belongs to. */
export interface SurveyUser {
  /** Chooses one of a scale or a list, where choosing is submitting or not. */
  choose(question: string, label: string): Promise<void>
  /** Writes into the field of a question, or into that of an open choice. */
  write(question: string, text: string): Promise<void>
  press(question: string, button: string): Promise<void>
}

/** The survey on display. */
export const surveyDialog = (page: Page): Locator => page.getByRole('dialog')

const onQuestion = (page: Page, question: string) => surveyDialog(page).getByText(question).waitFor()

/** More stops than any of the pages has. */
const MAX_STOPS = 60

export function mouseUser(page: Page): SurveyUser {
  const survey = surveyDialog(page)
  return {
    async choose(question, label) {
      await onQuestion(page, question)
      await survey.locator('label', { hasText: new RegExp(`^${label}$`) }).click()
    },
    async write(question, text) {
      await onQuestion(page, question)
      await survey.getByRole('textbox').click()
      await page.keyboard.type(text)
    },
    async press(question, button) {
      await onQuestion(page, question)
      await survey.getByText(button, { exact: true }).click()
    },
  }
}

export function keyboardUser(page: Page): SurveyUser {
  /** What of the survey has focus, as a selector would have it. */
  const stopIs = (selector: string) =>
    page.evaluate(
      wanted => document.activeElement?.shadowRoot?.activeElement?.matches(wanted) ?? false,
      selector,
    )
  const tabUntil = async (isThere: () => Promise<boolean>) => {
    for (let stops = 0; stops < MAX_STOPS; stops++) {
      if (await isThere()) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not lead there; it ended at "${await focused(page)}"`)
  }
  return {
    async choose(question, label) {
      await onQuestion(page, question)
      await tabUntil(() => stopIs('input[type=radio]'))
      for (let moves = 0; (await focused(page)) !== label; moves++) {
        if (moves > MAX_STOPS) throw new Error(`No arrow key leads to "${label}"`)
        await page.keyboard.press('ArrowRight')
      }
      await page.keyboard.press('Space')
    },
    async write(question, text) {
      await onQuestion(page, question)
      await tabUntil(() => stopIs('textarea, input:not([type=radio], [type=checkbox])'))
      await page.keyboard.type(text)
    },
    async press(question, button) {
      await onQuestion(page, question)
      // A link that opens elsewhere says so behind its words.
      await tabUntil(async () => (await focused(page)).startsWith(button))
      await page.keyboard.press('Enter')
    },
  }
}
