import type { Survey } from 'earshot'
import type { FrameLocator, Locator, Page } from 'playwright-core'

/** An author in front of the survey preview. */
export interface Author {
  page: Page
  /** The page inside the frame, with the survey on it. */
  frame: FrameLocator
  /** The survey as the JSON tab has it; goes back to the questions. */
  survey(): Promise<Survey>
  section(name: string): Promise<void>
  /** Begins with a template, or with nothing. */
  startFrom(name: string): Promise<void>
  /** Presses Tab, or Shift and Tab, until the focus is on what is called so. */
  tabTo(name: string | RegExp, options?: { back?: boolean }): Promise<void>
  /** The text of a finding list. */
  findings: Locator
}

/** More stops than the page has. */
const MAX_STOPS = 150

/** What the element with the focus is called: its label, or its text. */
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null
    const name = element?.ariaLabel ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? ''
    return name.trim()
  })

/** Opens the preview. */
export async function openPreview(page: Page, url: string): Promise<Author> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Share' }).waitFor()
  const section = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  return {
    page,
    frame: page.frameLocator('iframe'),
    section,
    findings: page.getByRole('region', { name: 'Branching and findings' }),
    async survey() {
      await section('JSON')
      const text = await page.getByLabel('The survey as JSON').inputValue()
      await section('Questions')
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
      const wanted =
        typeof name === 'string' ? (text: string) => text === name : (text: string) => name.test(text)
      for (let stops = 0; stops < MAX_STOPS; stops++) {
        await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
        if (wanted(await focusedName(page))) return
      }
      throw new Error(`Tab does not lead to "${name}"; it ended at "${await focusedName(page)}"`)
    },
  }
}
