import type { Locator, Page } from 'playwright-core'
import { focusedName } from './examples'

/** Answers a survey with one kind of input device. Every step waits for its question. */
export interface SurveyUser {
  /** Selects an option of a rating or a choice question. */
  choose(question: string, label: string): Promise<void>
  /** Types into the text field of a question or of an open choice. */
  write(question: string, text: string): Promise<void>
  press(question: string, button: string): Promise<void>
}

/** Returns the dialog of the survey on display. */
export const surveyDialog = (page: Page): Locator => page.getByRole('dialog')

const waitForQuestion = (page: Page, question: string) => surveyDialog(page).getByText(question).waitFor()

/** More tab stops than any of the pages has. */
const MAX_STOPS = 60

export function mouseUser(page: Page): SurveyUser {
  const survey = surveyDialog(page)
  return {
    async choose(question, label) {
      await waitForQuestion(page, question)
      await survey.locator('label', { hasText: new RegExp(`^${label}$`) }).click()
    },
    async write(question, text) {
      await waitForQuestion(page, question)
      await survey.getByRole('textbox').click()
      await page.keyboard.type(text)
    },
    async press(question, button) {
      await waitForQuestion(page, question)
      await survey.getByText(button, { exact: true }).click()
    },
  }
}

export function keyboardUser(page: Page): SurveyUser {
  /** Whether the focused element of the survey matches a selector. */
  const focusMatches = (selector: string) =>
    page.evaluate(
      matched => document.activeElement?.shadowRoot?.activeElement?.matches(matched) ?? false,
      selector,
    )
  const tabUntil = async (isReached: () => Promise<boolean>) => {
    for (let stops = 0; stops < MAX_STOPS; stops++) {
      if (await isReached()) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach the element. Focused: "${await focusedName(page)}"`)
  }
  return {
    async choose(question, label) {
      await waitForQuestion(page, question)
      await tabUntil(() => focusMatches('input[type=radio]'))
      for (let moves = 0; (await focusedName(page)) !== label; moves++) {
        if (moves > MAX_STOPS) throw new Error(`No arrow key reaches "${label}"`)
        await page.keyboard.press('ArrowRight')
      }
      await page.keyboard.press('Space')
    },
    async write(question, text) {
      await waitForQuestion(page, question)
      await tabUntil(() => focusMatches('textarea, input:not([type=radio], [type=checkbox])'))
      await page.keyboard.type(text)
    },
    async press(question, button) {
      await waitForQuestion(page, question)
      // The name of a link ends with a notice that it opens a new tab.
      await tabUntil(async () => (await focusedName(page)).startsWith(button))
      await page.keyboard.press('Enter')
    },
  }
}
