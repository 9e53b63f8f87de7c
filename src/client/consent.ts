import type { Page } from '../page/page'
import type { SwitchableStore } from '../persistence/switchableStore'

export type ConsentStatus = 'granted' | 'denied' | 'pending'

export interface ConsentConfig {
  opt_out_capturing_by_default?: boolean
  respect_dnt?: boolean
  respect_gpc?: boolean
  cookieless_mode?: 'always' | 'on_reject'
}

export interface ConsentDeps {
  page: Page
  /** Holds the decision, which needs no consent itself. */
  store: SwitchableStore
  key: string
  config(): ConsentConfig
}

export type Consent = ReturnType<typeof createConsent>

/** Stored text of a visitor who agreed. posthog-js has also written words, and words in quotes. */
export const GRANTED = /^("?)(1|true|yes)\1$/i
/** Stored text of a visitor who refused. */
export const DENIED = /^("?)(0|false|no)\1$/i

/** Creates the consent of a visitor: their decision here, their browser's signals, and the defaults of the page. */
export function createConsent({ page, store, key, config }: ConsentDeps) {
  const status = (): ConsentStatus => {
    const { respect_dnt, respect_gpc } = config()
    if (respect_dnt && page.doNotTrack()) return 'denied'
    const stored = store.read(key) ?? ''
    // Unlike Do Not Track, Global Privacy Control yields to a decision that the visitor has made here.
    if (GRANTED.test(stored)) return 'granted'
    return DENIED.test(stored) || (respect_gpc && page.globalPrivacyControl()) ? 'denied' : 'pending'
  }
  return {
    status,
    /** Whether anything may be stored or sent. */
    canCapture(): boolean {
      const { cookieless_mode: mode, opt_out_capturing_by_default: isOptedOutByDefault } = config()
      if (mode === 'always') return true
      const current = status()
      if (mode === 'on_reject') return current !== 'pending'
      return current === 'granted' || (current === 'pending' && !isOptedOutByDefault)
    },
    /** Whether events must not identify the visitor. */
    isCookieless(): boolean {
      const { cookieless_mode: mode } = config()
      return mode === 'always' || (mode === 'on_reject' && status() === 'denied')
    },
    set(isGranted: boolean): void {
      // Without identity there is nothing to consent to.
      if (config().cookieless_mode !== 'always') store.write(key, isGranted ? '1' : '0', true)
    },
    clear: (): void => store.remove(key),
  }
}
