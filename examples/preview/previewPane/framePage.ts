import type { Survey } from 'earshot'
import type { DisplayType } from '../state/store'

/**
 * A page that nobody would take for theirs: enough to see a survey on it. It is a document of its own, so that a phone's
 * width is a phone's width for the survey's style sheet as well.
 */
export const FRAME_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>A page with the survey on it</title>
<style>
:root{--g:#fff;--l:#eceee8;--m:#dfe2d9;--t:#33382f}
:root[data-scheme=dark]{--g:#16181c;--l:#25282e;--m:#33373f;--t:#d6d9df;color-scheme:dark}
*{box-sizing:border-box}
html{block-size:100%;background:var(--g);color:var(--t)}
body{margin:0;min-block-size:100%;font:400 15px/1.5 system-ui,sans-serif}
.skeleton{max-inline-size:720px;margin-inline:auto;padding:20px 24px 40px}
.skeleton i{display:block;block-size:12px;margin-block:0 12px;border-radius:6px;background:var(--l)}
.skeleton .bar{display:flex;gap:16px;align-items:center;margin-block-end:40px}
.skeleton .bar i{margin:0;inline-size:56px}
.skeleton .bar i:first-child{inline-size:28px;block-size:28px;border-radius:9px;background:var(--m);margin-inline-end:auto}
.skeleton .head{block-size:30px;inline-size:70%;border-radius:9px;background:var(--m);margin-block-end:20px}
.skeleton .short{inline-size:58%}
.skeleton .image{block-size:150px;border-radius:14px;margin-block:24px}
#place{position:fixed;z-index:2;display:flex;max-inline-size:100%;max-block-size:100%;overflow:auto}
#place:empty{display:none}
#place.inline{position:static;overflow:visible;margin-block:8px 32px}
#place.right{inset:auto 24px 24px auto}
#place.left{inset:auto auto 24px 24px}
#place.center{inset:auto 0 24px;justify-content:center}
#place.top_left{inset:24px auto auto 24px}
#place.top_center{inset:24px 0 auto;justify-content:center}
#place.top_right{inset:24px 24px auto auto}
#place.middle_left{inset:0 auto 0 24px;align-items:center}
#place.middle_center{inset:0;align-items:center;justify-content:center}
#place.middle_right{inset:0 24px 0 auto;align-items:center}
@media (min-width:481px){#place.by-left{margin-left:40px}#place.by-right{margin-right:40px}}
#place>*{flex:none;margin:auto}
#place.inline>*{margin:0;flex:1}
@media (max-width:480px){
#place:not(.inline){inset:auto 0 0;justify-content:center;padding:8px 8px 12px}
#place[class*=top_]:not(.inline){inset:0 0 auto}
}
button.opener{font:600 14px/20px system-ui,sans-serif;cursor:pointer;border:1px solid #ffffff29}
button.opener:focus-visible{outline:3px solid #6e56cf;outline-offset:2px}
#tab{position:fixed;z-index:1;inline-size:fit-content;block-size:fit-content}
#tab.top{inset:0 0 auto;margin-inline:auto}
#tab.bottom{inset:auto 0 0;margin-inline:auto}
#tab.left{inset:0 auto 0 0;margin-block:auto}
#tab.right{inset:0 0 0 auto;margin-block:auto}
.element{margin-block:4px 28px;padding:10px 18px;border-radius:10px;background:#29253a;color:#fff}
</style>
</head>
<body>
<main class="skeleton">
<div class="bar"><i></i><i></i><i></i></div>
<i class="head"></i><i></i><i></i><i class="short"></i>
<div id="inside"></div>
<i class="image"></i><i></i><i></i><i class="short"></i>
</main>
</body>
</html>`

/** How the survey shows when nothing else is asked for. */
export function defaultDisplayType({ type, appearance }: Survey): DisplayType {
  if (type === 'widget') return appearance?.widgetType === 'selector' ? 'selector' : 'tab'
  return type === 'external_survey' ? 'inline' : 'popover'
}

/** The place of a survey on the page, and what opens it. */
export interface PreviewContainers {
  card: HTMLElement
  /** Where its tab goes; `undefined` where it has none. */
  tab: HTMLElement | undefined
  /** The element of the page that opens it; `undefined` where there is none. */
  trigger: HTMLButtonElement | undefined
}

/** Makes place for a survey on the page, in place of what was there. */
export function createContainers(doc: Document, survey: Survey, displayType: DisplayType): PreviewContainers {
  for (const old of doc.querySelectorAll('#place, #tab, .opener')) old.remove()
  const { position = 'right', tabPosition = 'right', widgetSelector } = survey.appearance ?? {}
  const content = doc.getElementById('inside')!
  const card = doc.createElement('div')
  card.id = 'place'
  const isAnchored = position === 'next_to_trigger' || displayType === 'selector'
  card.className = displayType === 'inline' ? 'inline' : isAnchored ? 'right' : position
  if (displayType === 'inline') content.append(card)
  else doc.body.append(card)
  if (displayType === 'tab') {
    // The tab stays in sight beside what it has opened.
    if (position.includes(tabPosition)) card.classList.add(`by-${tabPosition}`)
    const tab = doc.createElement('div')
    tab.id = 'tab'
    tab.className = tabPosition
    doc.body.append(tab)
    return { card, tab, trigger: undefined }
  }
  if (displayType !== 'selector') return { card, tab: undefined, trigger: undefined }
  const trigger = doc.createElement('button')
  trigger.type = 'button'
  trigger.className = 'opener element'
  trigger.textContent = widgetSelector || 'Open the survey'
  trigger.setAttribute('aria-haspopup', 'dialog')
  content.append(trigger)
  return { card, tab: undefined, trigger }
}
