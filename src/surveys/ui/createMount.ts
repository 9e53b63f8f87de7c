import { listen } from '../../lib/native'
import { STYLES } from './styles'

/** An element of ours on the page. */
export interface Mount {
  /** Stands in the page's tree. */
  host: HTMLElement
  root: ShadowRoot
  /** For what is drawn. Hidden until the theme is set: colours would fade in from nothing. */
  container: HTMLElement
  /** True: the page's policy does not let it be styled, so that it must not be seen. Known once it is in the document. */
  isUnstyled(): boolean
  /** Takes it off the page and ends what it listens to. */
  unmount(): void
}

/** What a page could mistake for its own: shortcuts, clicks outside of a menu, a field that changed. */
const CONTAINED_EVENTS =
  'keydown keypress keyup beforeinput input compositionstart compositionupdate compositionend copy cut paste ' +
  'pointerdown pointerup mousedown mouseup touchstart touchend click dblclick contextmenu focusin focusout'

/**
 * Makes the element that a survey lives in, out of reach for the page's style sheets and deaf to its handlers. It is not yet in
 * the document.
 *
 * @param options.nonce For the style element of browsers without constructable style sheets.
 */
export function createMount(
  doc: Document,
  options: { surveyId: string; display: 'popover' | 'inline' | 'tab'; nonce: string | undefined },
): Mount {
  const host = doc.createElement('div')
  host.className = 'earshot-survey'
  host.dataset.surveyId = options.surveyId
  host.dataset.display = options.display
  const root = host.attachShadow({ mode: 'open' })
  const style = attachStyles(doc, root, options.nonce)
  const container = root.appendChild(doc.createElement('div'))
  container.hidden = true

  listen(host, CONTAINED_EVENTS, event => event.stopPropagation())
  // A page's focus trap may listen above us, on the way down: it must not learn that focus is here, or it would take it back.
  const stop = listen(
    doc.defaultView!,
    'focusin',
    event => {
      if (event.target === host) event.stopImmediatePropagation()
    },
    true,
  )
  return {
    host,
    root,
    container,
    isUnstyled: () => style?.sheet === null,
    unmount() {
      stop()
      host.remove()
    },
  }
}

function attachStyles(
  doc: Document,
  root: ShadowRoot,
  nonce: string | undefined,
): HTMLStyleElement | undefined {
  try {
    const sheet = new doc.defaultView!.CSSStyleSheet()
    sheet.replaceSync(STYLES)
    root.adoptedStyleSheets = [sheet]
    return undefined
  } catch {
    // A browser without constructable style sheets: the element does the same, where the page's policy lets it.
    const style = doc.createElement('style')
    if (nonce) style.setAttribute('nonce', nonce)
    style.textContent = STYLES
    root.append(style)
    return style
  }
}
