import type { Browser } from 'playwright-core'
import { launchChromium } from '../support/browser'

/** The layout box of an element, in pixels. Position is relative to the card. */
export interface Box {
  name: string
  left: number
  top: number
  width: number
  height: number
}

/**
 * Pixels by which a box may differ between engines. They measure text a little differently, so one may break a line that another does
 * not, and WebKit gives a text field a line more.
 */
const TOLERANCE: Record<string, number> = { left: 8, width: 8, top: 24, height: 24 }

/** Returns the boxes of an open survey. Runs in the page. */
export function boxesOf(survey: ShadowRoot | undefined): Box[] | undefined {
  const card = survey?.querySelector('.card')?.getBoundingClientRect()
  if (!survey || !card) return undefined
  const elements = survey.querySelectorAll('.card, h2, p, label:has(input), button, a, textarea')
  return [...elements].map(element => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const name = `${element.localName} ${element.className} ${element.textContent}`.trim()
    return { name, left: left - card.left, top: top - card.top, width, height }
  })
}

let browser: Promise<Browser> | undefined

/** Returns the boxes of the survey on a page in Chromium, once it has come to rest. */
export async function chromiumBoxes(url: string): Promise<Box[]> {
  browser ??= launchChromium()
  const page = await (await browser).newPage({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  })
  try {
    await page.goto(url)
    await page.getByRole('dialog').waitFor()
    const boxes = await page.evaluate(
      `(${boxesOf})([...document.querySelectorAll('.earshot-survey')].map(host => host.shadowRoot).find(root => root.querySelector('[role=dialog]')))`,
    )
    return boxes as Box[]
  } finally {
    await page.close()
  }
}

/** Ends the Chromium of `chromiumBoxes`. */
export const closeChromium = async (): Promise<void> => (await browser)?.close()

/** Returns a line for each box that is missing, or differs by more than its tolerance. */
export function differences(expected: Box[], found: Box[]): string[] {
  if (expected.length !== found.length) return [`${expected.length} boxes, found ${found.length}`]
  return expected.flatMap(({ name, ...box }, index) => {
    const other = found[index]!
    const sides = Object.entries(box).filter(
      ([side, value]) => Math.abs(value - Number(other[side as keyof Box])) > TOLERANCE[side]!,
    )
    return sides.map(([side, value]) => `${name}: ${side} ${value}, found ${other[side as keyof Box]}`)
  })
}
