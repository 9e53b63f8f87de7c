import { createEmitter } from '../lib/emitter'
import type { listen } from '../lib/native'

/**
 * Tells when the address changes without a load, once per change.
 *
 * `pushState` and `replaceState` are wrapped in a Proxy: to the page they keep their name, arguments, result and exceptions.
 * The wrapping ends with the last listener; when another library has wrapped ours meanwhile, ours stays and does nothing.
 */
export function createHistoryObserver(
  window: Window,
  listenSafely: typeof listen,
  onThrow: (error: unknown) => void,
) {
  const navigated = createEmitter<string>(onThrow)
  let stop: (() => void) | undefined

  const start = () => {
    let last = window.location.href
    const check = (how: string) => {
      const { href } = window.location
      if (href === last) return
      last = href
      navigated.emit(how)
    }
    const unwraps = (['pushState', 'replaceState'] as const).map(name => {
      const original = window.history[name]
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
        // A frozen history: popstate and hashchange still tell most of it.
      }
      return () => {
        if (window.history[name] === wrapped) window.history[name] = original
      }
    })
    // Back over a hash change fires both; the second finds the address unchanged.
    const unlisten = listenSafely(window, 'popstate hashchange', ({ type }) => check(type))
    return () => [...unwraps, unlisten].forEach(end => end())
  }

  return {
    on(run: (how: string) => void): () => void {
      const end = navigated.on(run)
      stop ??= start()
      return () => {
        end()
        if (navigated.hasListeners()) return
        stop?.()
        stop = undefined
      }
    },
  }
}
