import type { Locator, Page } from 'playwright-core'
import { focused } from './examples'

/** A visitor who answers questions. Every step waits for its question. */
export interface SurveyUser {
  /** Chooses an option of a scale or a list. */
  choose(question: string, label: string): Promise<void>
  /** Types into the text area of a question, or into the text field of an open choice. */
  write(question: string, text: string): Promise<void>
  press(question: string, button: string): Promise<void>
}

/** Returns the open survey. */
export const surveyDialog = (page: Page): Locator => page.getByRole('dialog')

const onQuestion = (page: Page, question: string) => surveyDialog(page).getByText(question).waitFor()

/** More than any page has tab stops. */
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
  /** Whether the focused element of the survey matches a selector. */
  const isFocused = (selector: string) =>
    page.evaluate(
      matched => document.activeElement?.shadowRoot?.activeElement?.matches(matched) ?? false,
      selector,
    )
  const tabUntil = async (isReached: () => Promise<boolean>) => {
    for (let stops = 0; stops < MAX_STOPS; stops++) {
      if (await isReached()) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach it; focus is on "${await focused(page)}"`)
  }
  return {
    async choose(question, label) {
      await onQuestion(page, question)
      await tabUntil(() => isFocused('input[type=radio]'))
      for (let moves = 0; (await focused(page)) !== label; moves++) {
        if (moves > MAX_STOPS) throw new Error(`Arrow keys do not reach "${label}"`)
        await page.keyboard.press('ArrowRight')
      }
      await page.keyboard.press('Space')
    },
    async write(question, text) {
      await onQuestion(page, question)
      await tabUntil(() => isFocused('textarea, input:not([type=radio], [type=checkbox])'))
      await page.keyboard.type(text)
    },
    async press(question, button) {
      await onQuestion(page, question)
      // The name of a link ends with a note that it opens a new tab.
      await tabUntil(async () => (await focused(page)).startsWith(button))
      await page.keyboard.press('Enter')
    },
  }
}
