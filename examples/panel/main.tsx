import { render } from 'preact'
import { Panel } from './Panel'
import pageOffset from './pageOffset.css'
import styles from './panel.css'

/** Screens on which the panel fits beside the page. */
const WIDE = '(min-width: 60rem)'

function createSheet(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}

// A shadow root keeps the styles of page and panel apart. Only the offset of the page is set from outside.
const host = document.createElement('div')
host.id = 'panel'
const root = host.attachShadow({ mode: 'open' })
root.adoptedStyleSheets = [createSheet(styles)]
document.adoptedStyleSheets = [...document.adoptedStyleSheets, createSheet(pageOffset)]
// Surveys are the last elements of the body. After the body, the panel does not change the tab order of page and survey.
document.documentElement.append(host)
render(<Panel startsOpen={matchMedia(WIDE).matches} />, root)
