type Listen = (target: EventTarget, name: string, run: (event: Event) => void) => () => void

/**
 * Tells when the address changes without a load, once per change.
 *
 * `pushState` and `replaceState` are wrapped in a Proxy: to the page they keep their name, arguments, result and exceptions.
 * The wrapping ends with the last listener; when another library has wrapped ours meanwhile, ours stays and does nothing.
 */
export function createHistory(window: Window, listen: Listen, guarded: (run: () => void) => () => void) {
  const listeners = new Set<(how: string) => void>()
  let stop: (() => void) | undefined

  const start = () => {
    let last = window.location.href
    const check = (how: string) => {
      const { href } = window.location
      if (href === last) return
      last = href
      for (const listener of [...listeners]) guarded(() => listener(how))()
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
    const ends = ['popstate', 'hashchange'].map(name => listen(window, name, () => check(name)))
    return () => [...unwraps, ...ends].forEach(end => end())
  }

  return {
    on(run: (how: string) => void): () => void {
      const listener = (how: string) => run(how)
      listeners.add(listener)
      stop ??= start()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}
