import { attempt } from '../lib/attempt'
import { createEmitter } from '../lib/emitter'
import type { listen } from '../lib/native'

/**
 * Creates an observer that reports each change of the URL without a page load, once per change.
 *
 * Wraps `pushState` and `replaceState` in a Proxy, so that their name, arguments, result and exceptions stay the same for the
 * page. The wrapper is removed with the last listener. If another library has wrapped it meanwhile, it stays and does nothing.
 */
export function createHistoryObserver(
  window: Window,
  listenSafely: typeof listen,
  onThrow: (error: unknown) => void,
) {
  const navigation = createEmitter<string>(onThrow)
  let stop: (() => void) | undefined

  const start = () => {
    let lastUrl = attempt(() => window.location.href, '')
    const check = (type: string) => {
      const href = attempt(() => window.location.href, lastUrl)
      if (href === lastUrl) return
      lastUrl = href
      navigation.emit(type)
    }
    const restoreMethods = (['pushState', 'replaceState'] as const).map(name => {
      const original = attempt(() => window.history[name], undefined)
      // `popstate` and `hashchange` still report most navigations.
      if (typeof original !== 'function') return () => {}
      const wrapped = new Proxy(original, {
        apply(target, self, args) {
          const result = Reflect.apply(target, self, args)
          check(name)
          return result
        },
      })
      try {
        window.history[name] = wrapped
      } catch {
        // The history object is frozen. `popstate` and `hashchange` still report most navigations.
      }
      return () => {
        attempt(() => {
          if (window.history[name] === wrapped) window.history[name] = original
        }, undefined)
      }
    })
    // Going back over a hash change fires both events. The second one finds the URL unchanged.
    const unlisten = listenSafely(window, 'popstate hashchange', ({ type }) => check(type))
    return () => [...restoreMethods, unlisten].forEach(cleanup => cleanup())
  }

  return {
    /** Adds a listener and returns a function that removes it. The detail is the name of the method or event. */
    on(listener: (type: string) => void): () => void {
      const unsubscribe = navigation.on(listener)
      stop ??= start()
      return () => {
        unsubscribe()
        if (navigation.hasListeners()) return
        stop?.()
        stop = undefined
      }
    },
  }
}
