import { listen } from '../../lib/native'
import { platformOptions } from '../../lib/nullProtoRecord'
import { HOTKEY } from './hotkey'
import { STYLES } from './styles'

/** Events that a website could mistake for its own: shortcuts, clicks outside of a menu, fields that change. */
const CONTAINED_EVENTS =
  'keydown keypress keyup beforeinput input compositionstart compositionupdate compositionend copy cut paste ' +
  'pointerdown pointerup mousedown mouseup touchstart touchend click dblclick contextmenu focusin focusout'

/**
 * Creates the element that a survey is drawn in. The website's style sheets and event handlers do not reach it. It is not in the
 * document yet.
 *
 * @param options.nonce For the style element of browsers without constructable style sheets.
 */
export function createMount(
  doc: Document,
  options: { surveyId: string; display: 'popover' | 'inline' | 'tab'; nonce: string | undefined },
) {
  const host = doc.createElement('div')
  host.className = 'earshot-survey'
  host.dataset.surveyId = options.surveyId
  host.dataset.display = options.display
  const root = host.attachShadow(platformOptions({ mode: 'open' }))
  const style = attachStyles(doc, root, options.nonce)
  const container = root.appendChild(doc.createElement('div'))
  container.hidden = true

  // The hotkey is heard in the window, where the website may prevent its default.
  listen(host, CONTAINED_EVENTS, event => (event as KeyboardEvent).key !== HOTKEY && event.stopPropagation())
  // A focus trap of the website may listen above us in the capture phase. It would take focus back if it saw it here.
  // A scroll lock of the website would prevent the scrolling of a long card, which ends at the card. See D-422.
  const unlisten = listen(
    window,
    'focusin wheel touchmove',
    event => {
      if (event.target === host && (event.type === 'focusin' || scrollsInside(event)))
        event.stopImmediatePropagation()
    },
    true,
  )
  return {
    /** The element to insert into the document. */
    host,
    root,
    /** The element to draw in. Hidden until the theme is set, because colors would fade in from nothing. */
    container,
    /** Whether the website's content security policy blocks the styles. Known once `host` is in the document. */
    isUnstyled: () => style?.sheet === null,
    /** Removes `host` from the document, and all listeners. */
    unmount() {
      unlisten()
      host.remove()
    },
  }
}

/** Whether the part of the card that an event happened in is longer than its box. */
const scrollsInside = (event: Event) =>
  event
    .composedPath()
    .some(
      node =>
        node instanceof Element &&
        node.matches('.body, .page, textarea') &&
        node.scrollHeight > node.clientHeight,
    )

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
    // A browser without constructable style sheets. A style element needs the permission of the content security policy.
    const style = doc.createElement('style')
    if (nonce) style.setAttribute('nonce', nonce)
    style.textContent = STYLES
    root.append(style)
    return style
  }
}
