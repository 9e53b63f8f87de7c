import type { Survey } from 'earshot'
import type { DisplayType } from '../state/store'

/**
 * The document in the preview frame: a page skeleton around the survey.
 *
 * It is a document of its own, so that media queries in the survey's style sheet see the width of the device.
 */
export const FRAME_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Survey preview</title>
</head>
<body>
<main class="skeleton">
<div class="header"><i></i><i></i><i></i></div>
<i class="heading"></i><i></i><i></i><i class="short"></i>
<div id="inline-container"></div>
<i class="image"></i><i></i><i></i><i class="short"></i>
</main>
</body>
</html>`

/** The looks of the page skeleton, and the places of the survey on it. */
const FRAME_STYLES = `
:root{--background:#fff;--line:#eceee8;--block:#dfe2d9;--text:#33382f}
:root[data-color-scheme=dark]{--background:#16181c;--line:#25282e;--block:#33373f;--text:#d6d9df;color-scheme:dark}
*{box-sizing:border-box}
html{block-size:100%;background:var(--background);color:var(--text)}
body{margin:0;min-block-size:100%;font:400 15px/1.5 system-ui,sans-serif}
.skeleton{max-inline-size:720px;margin-inline:auto;padding:20px 24px 40px}
.skeleton i{display:block;block-size:12px;margin-block:0 12px;border-radius:6px;background:var(--line)}
.skeleton .header{display:flex;gap:16px;align-items:center;margin-block-end:40px}
.skeleton .header i{margin:0;inline-size:56px}
.skeleton .header i:first-child{inline-size:28px;block-size:28px;border-radius:9px;background:var(--block);margin-inline-end:auto}
.skeleton .heading{block-size:30px;inline-size:70%;border-radius:9px;background:var(--block);margin-block-end:20px}
.skeleton .short{inline-size:58%}
.skeleton .image{block-size:150px;border-radius:14px;margin-block:24px}
#card-container{position:fixed;z-index:2;display:flex;box-sizing:content-box;max-inline-size:100%;max-block-size:100%;margin:-32px;padding:32px;overflow:auto;pointer-events:none}
#card-container:empty{display:none}
#card-container.inline{position:static;margin:8px 0 32px;padding:0;overflow:visible}
#card-container.right{inset:auto 24px 24px auto}
#card-container.left{inset:auto auto 24px 24px}
#card-container.center{inset:auto 0 24px;justify-content:center}
#card-container.top_left{inset:24px auto auto 24px}
#card-container.top_center{inset:24px 0 auto;justify-content:center}
#card-container.top_right{inset:24px 24px auto auto}
#card-container.middle_left{inset:0 auto 0 24px;align-items:center}
#card-container.middle_center{inset:0;align-items:center;justify-content:center}
#card-container.middle_right{inset:0 24px 0 auto;align-items:center}
#card-container>*{flex:none;margin:auto;pointer-events:auto}
#card-container.inline>*{margin:0;flex:1}
@media (max-width:480px){
.with-tab{display:contents}
#card-container:not(.inline){box-sizing:border-box;inset:auto 0 0;justify-content:center;margin:0;padding:8px 8px 12px}
#card-container[class*=top_]:not(.inline){inset:0 0 auto}
}
.trigger{margin-block:4px 28px;padding:10px 18px;border:1px solid #ffffff29;border-radius:10px;background:#29253a;color:#fff;font:600 14px/20px system-ui,sans-serif;cursor:pointer}
.trigger:focus-visible{outline:3px solid #6e56cf;outline-offset:2px}
#tab-container{position:fixed;z-index:1;inline-size:fit-content;block-size:fit-content}
#tab-container.top{inset:0 0 auto;margin-inline:auto}
#tab-container.bottom{inset:auto 0 0;margin-inline:auto}
#tab-container.left{inset:0 auto 0 0;margin-block:auto}
#tab-container.right{inset:0 0 0 auto;margin-block:auto}
@media (min-width:481px){
.with-tab{position:fixed;inset:0;z-index:1;display:flex;align-items:center;gap:12px;pointer-events:none;direction:ltr}
.with-tab.right{flex-direction:row-reverse}
.with-tab.top{flex-direction:column}
.with-tab.bottom{flex-direction:column-reverse}
.with-tab>*{position:static!important;flex:none}
.with-tab>#tab-container{margin:0;pointer-events:auto}
.with-tab:is(.left,.right)>#card-container{max-block-size:calc(100% - 32px)}
.with-tab:is(.top,.bottom)>#card-container{flex:0 1 auto;min-block-size:0}
#card-container.next_to_trigger{position:absolute;inset:auto auto auto 16px;margin-block-start:-48px}
[dir=rtl] #card-container.next_to_trigger{inset:auto 16px auto auto}
}
`

/** Applies the styles of the page skeleton. The policy of a service allows no style elements, and the frame inherits it. */
export function applyFrameStyles(doc: Document): void {
  const sheet = new doc.defaultView!.CSSStyleSheet()
  sheet.replaceSync(FRAME_STYLES)
  doc.adoptedStyleSheets = [sheet]
}

/** Returns the display type that follows from the type and the appearance of a survey. */
export function defaultDisplayType({ type, appearance }: Survey): DisplayType {
  if (type === 'widget') return appearance?.widgetType === 'selector' ? 'selector' : 'tab'
  return type === 'external_survey' ? 'inline' : 'popover'
}

/** The elements of the page that a survey is rendered into. */
export interface PreviewContainers {
  card: HTMLElement
  /** Container of the feedback tab; `undefined` for other display types. */
  tab: HTMLElement | undefined
  /** Page element that opens the survey; `undefined` for other display types. */
  trigger: HTMLButtonElement | undefined
}

/**
 * Creates the containers of a survey in the document, and removes those of the previous rendering. A survey stands beside its tab
 * and below its element as on a site: see D-566 and D-640.
 */
export function createContainers(doc: Document, survey: Survey, displayType: DisplayType): PreviewContainers {
  for (const old of doc.querySelectorAll('#card-container, #tab-container, .with-tab, .trigger')) old.remove()
  const { position = 'right', tabPosition = 'right', widgetSelector } = survey.appearance ?? {}
  const inlineContainer = doc.getElementById('inline-container')!
  const card = doc.createElement('div')
  card.id = 'card-container'
  card.className = position === 'next_to_trigger' ? 'right' : position
  if (displayType === 'tab') {
    const tab = doc.createElement('div')
    tab.id = 'tab-container'
    tab.className = tabPosition
    doc.body.append(tab, card)
    // `right` is what the service sets where the author has chosen nothing.
    if (card.className === 'right') doc.body.append(withTab(tab, card))
    return { card, tab, trigger: undefined }
  }
  if (displayType === 'inline') {
    card.className = 'inline'
    inlineContainer.append(card)
    return { card, tab: undefined, trigger: undefined }
  }
  if (displayType === 'popover') {
    doc.body.append(card)
    return { card, tab: undefined, trigger: undefined }
  }
  const trigger = doc.createElement('button')
  trigger.type = 'button'
  trigger.className = 'trigger'
  trigger.textContent = widgetSelector || 'Open the survey'
  trigger.setAttribute('aria-haspopup', 'dialog')
  card.className = position
  inlineContainer.append(trigger, card)
  return { card, tab: undefined, trigger }
}

/** Returns a container that stands at the edge of the tab, with the card next to it. */
function withTab(tab: HTMLElement, card: HTMLElement): HTMLElement {
  const container = tab.ownerDocument.createElement('div')
  container.className = `with-tab ${tab.className}`
  // The container lays out from left to right. Texts inside keep the direction of the page.
  for (const element of [tab, card]) element.dir = tab.ownerDocument.dir
  container.append(tab, card)
  return container
}
