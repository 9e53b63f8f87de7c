import type { Page } from '../page/page'
import type { Store } from '../persistence/store'

export type ConsentStatus = 'granted' | 'denied' | 'pending'

export interface ConsentConfig {
  opt_out_capturing_by_default?: boolean
  respect_dnt?: boolean
  respect_gpc?: boolean
  cookieless_mode?: 'always' | 'on_reject'
}

export interface Consent {
  /** What the visitor has said, here or to their browser. */
  status(): ConsentStatus
  /** Whether anything may be stored or sent. */
  canCapture(): boolean
  /** Whether what is captured must not know the visitor again. */
  isCookieless(): boolean
  set(granted: boolean): void
  clear(): void
}

export interface ConsentDeps {
  page: Page
  /** Where the decision is kept; the decision itself needs no consent. */
  store: Store
  key: string
  config(): ConsentConfig
}

export function createConsent({ page, store, key, config }: ConsentDeps): Consent {
  const stored = (): ConsentStatus => {
    const value = store.read(key) ?? ''
    // Older clients have written words, and words in quotes.
    return /^"?(1|true|yes)/i.test(value) ? 'granted' : /^"?(0|false|no)/i.test(value) ? 'denied' : 'pending'
  }
  const status = (): ConsentStatus => {
    const { respect_dnt, respect_gpc } = config()
    if (respect_dnt && page.doNotTrack()) return 'denied'
    const decided = stored()
    // Unlike Do Not Track, the signal speaks for the visitor until they say otherwise here.
    if (decided === 'pending' && respect_gpc && page.globalPrivacyControl()) return 'denied'
    return decided
  }
  const isCookieless = () => {
    const { cookieless_mode: mode } = config()
    return mode === 'always' || (mode === 'on_reject' && status() === 'denied')
  }
  return {
    status,
    isCookieless,
    canCapture() {
      const { cookieless_mode: mode, opt_out_capturing_by_default: byDefault } = config()
      if (mode === 'always') return true
      const now = status()
      if (mode === 'on_reject') return now !== 'pending'
      return now === 'granted' || (now === 'pending' && !byDefault)
    },
    set(granted) {
      // There is nothing to decide where nobody is known again.
      if (config().cookieless_mode !== 'always') store.write(key, granted ? '1' : '0')
    },
    clear: () => store.remove(key),
  }
}
