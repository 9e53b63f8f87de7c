import type { Survey } from 'earshot'
import type { FrameLocator, Locator, Page } from 'playwright-core'
import { focusedName } from './examples'

/** The survey preview, used by an author. */
export interface Author {
  page: Page
  /** The page with the survey, inside the preview frame. */
  frame: FrameLocator
  /** Returns the survey of the JSON tab, then opens the questions tab again. */
  survey(): Promise<Survey>
  /** Opens a tab of the inspector. */
  openTab(name: string): Promise<void>
  /** Opens a template, or an empty survey. */
  startFrom(name: string): Promise<void>
  /** Presses Tab, or Shift+Tab, until an element with this name is focused. */
  tabTo(name: string | RegExp, options?: { back?: boolean }): Promise<void>
  /** The pane with the branching and the findings. */
  findings: Locator
}

/** More tab stops than the page has. */
const MAX_STOPS = 150

/** Opens the survey preview. */
export async function openPreview(page: Page, url: string): Promise<Author> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Share' }).waitFor()
  const openTab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  return {
    page,
    frame: page.frameLocator('iframe'),
    openTab,
    findings: page.getByRole('region', { name: 'Branching and findings' }),
    async survey() {
      await openTab('JSON')
      const text = await page.getByLabel('Survey as JSON').inputValue()
      await openTab('Questions')
      return JSON.parse(text)
    },
    async startFrom(name) {
      await page.getByRole('button', { name: 'Templates' }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .click()
    },
    async tabTo(name, { back = false } = {}) {
      const matches =
        typeof name === 'string' ? (text: string) => text === name : (text: string) => name.test(text)
      for (let stops = 0; stops < MAX_STOPS; stops++) {
        await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
        if (matches(await focusedName(page))) return
      }
      throw new Error(`Tab does not reach "${name}". Focused: "${await focusedName(page)}"`)
    },
  }
}
