/**
 * Records when each text is painted, when the visitor clicked, and long tasks. Runs in every page before its content, the same for
 * all subjects.
 *
 * @param texts Texts in the order in which they appear.
 */
export function probe(texts) {
  const roots = [document]
  const state = { roots, paintedAt: {}, clickedAt: 0, blockingMs: 0 }
  window.probe = state
  let next = 0
  let isScheduled = false

  const find = text => {
    for (const root of roots) {
      const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      while (nodes.nextNode()) {
        const { data, parentElement } = nodes.currentNode
        if (data.includes(text) && !/^(SCRIPT|STYLE)$/.test(parentElement?.tagName)) return parentElement
      }
    }
  }
  const isVisible = element => {
    const { width, height, top, left, bottom, right } = element.getBoundingClientRect()
    const isInViewport = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
    const hasBox = width > 0 && height > 0
    return (
      hasBox && isInViewport && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  }
  const checkFrame = () => {
    isScheduled = false
    const text = texts[next]
    const element = text && find(text)
    if (!element) return
    // An animation changes no node, so the next frame is checked too.
    if (!isVisible(element)) return schedule()
    next++
    // A message is delivered after the frame of this callback is painted.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      state.paintedAt[text] = performance.now()
    }
    port2.postMessage(null)
  }
  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    requestAnimationFrame(checkFrame)
  }
  const observe = root =>
    new MutationObserver(schedule).observe(root, { childList: true, subtree: true, characterData: true })
  observe(document)

  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options)
    roots.push(root)
    observe(root)
    return root
  }
  // The first click only, because a click on a label is followed by one on its input.
  addEventListener('click', ({ timeStamp }) => Object.assign(state, { clickedAt: timeStamp }), {
    capture: true,
    once: true,
  })
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) state.blockingMs += Math.max(0, duration - 50)
  }).observe({ type: 'longtask', buffered: true })
}
