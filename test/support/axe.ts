import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axeCore from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns the violations that axe finds on a page, with the elements. `exclude`: selectors of what is not looked at. */
export async function axeViolations(page: Page, exclude: string[] = []): Promise<string[]> {
  // Its script takes as long as a run of it. As an expression, it passes a strict Content Security Policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async excluded => {
    const { axe } = window as unknown as { axe: typeof axeCore }
    const context = { include: [document.documentElement], exclude: excluded }
    const { violations } = await axe.run(context, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, exclude)
}
