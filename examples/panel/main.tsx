import { render } from 'preact'
import dock from './dock.css'
import { Panel } from './Panel'
import styles from './panel.css'

/** From this width on there is room for the panel beside the page. */
const WIDE = '(min-width: 60rem)'

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}

// The panel keeps to a shadow root, so that page and panel do not style each other; all it does to the page is to take room.
const host = document.createElement('div')
host.id = 'panel'
const root = host.attachShadow({ mode: 'open' })
root.adoptedStyleSheets = [sheetOf(styles)]
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheetOf(dock)]
// Behind the body, where surveys stand last: whoever goes by Tab meets the page and its survey as if the panel were not there.
document.documentElement.append(host)
render(<Panel startsOpen={matchMedia(WIDE).matches} />, root)
