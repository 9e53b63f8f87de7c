import { attempt } from '../lib/attempt'
import { callAll } from '../lib/callAll'
import { createEmitter } from '../lib/emitter'
import type { listen } from '../lib/native'
import { nullProtoRecord, platformOptions } from '../lib/nullProtoRecord'
import { isFunction } from '../lib/typeGuards'

/** `navigationType` of the Navigation API -> the method or event that other browsers report. */
const NAVIGATION_TYPES = nullProtoRecord({ replace: 'replaceState', traverse: 'popstate' })

/**
 * Creates an observer that reports each change of the URL without a page load, once per change.
 *
 * Listens to the Navigation API where the browser has it. Elsewhere it wraps `pushState` and `replaceState` in a Proxy, so that
 * their name, arguments, result and exceptions stay the same for the page. The wrapper is removed with the last listener. If
 * another library has wrapped it meanwhile, it stays and does nothing. See D-446.
 */
export function createHistoryObserver(
  window: Window,
  listenSafely: typeof listen,
  onThrow: (error: unknown) => void,
) {
  const start = (emit: (type: string) => void) => {
    let lastUrl = attempt(() => window.location.href, '')
    const check = (type: string) => {
      const href = attempt(() => window.location.href, lastUrl)
      if (href === lastUrl) return
      lastUrl = href
      emit(type)
    }
    const navigation = attempt(() => {
      const { navigation } = window as { navigation?: EventTarget & { currentEntry: object | null } }
      // There is no entry where the API is off, as in a sandboxed frame.
      return navigation?.currentEntry && navigation
    })
    if (navigation)
      return listenSafely(navigation, 'currententrychange', event =>
        check(NAVIGATION_TYPES[String((event as { navigationType?: string }).navigationType)] ?? 'pushState'),
      )
    const restoreMethods = (['pushState', 'replaceState'] as const).map(name => {
      const original = attempt(() => window.history[name])
      // `popstate` and `hashchange` still report most navigations.
      if (!isFunction(original)) return () => {}
      const wrapped = new Proxy(
        original,
        platformOptions<ProxyHandler<typeof original>>({
          apply(target, self, args) {
            const result = Reflect.apply(target, self, args)
            check(name)
            return result
          },
        }),
      )
      // The history object may be frozen. `popstate` and `hashchange` still report most navigations.
      attempt(() => (window.history[name] = wrapped))
      return () => {
        attempt(() => {
          if (window.history[name] === wrapped) window.history[name] = original
        })
      }
    })
    // Going back over a hash change fires both events. The second one finds the URL unchanged.
    const unlisten = listenSafely(window, 'popstate hashchange', ({ type }) => check(type))
    return callAll([...restoreMethods, unlisten])
  }

  /** The detail is the name of the method or event. */
  return createEmitter(onThrow, start)
}
