import { earshot, init } from 'earshot'
import { useEffect, useState } from 'preact/hooks'

/**
 * Starts the client of the app. On your site, `api_host` is the address of your analytics service, and
 * `opt_out_useragent_filter` is not needed: it lets browsers that a program drives take part here, which are left out as
 * robots otherwise.
 */
export function startEarshot(): void {
  init('phc_fieldbook', { api_host: '/', survey_color_scheme: 'auto', opt_out_useragent_filter: true })
  // At hand in the browser's console.
  Object.assign(window, { earshot })
}

/** The variant of a flag, or whether it is on; `undefined` until that is known. The component follows each change. */
export function useFlag(key: string) {
  const [value, setValue] = useState<string | boolean>()
  useEffect(() => earshot.onFeatureFlags(() => setValue(earshot.getFeatureFlag(key))), [key])
  return value
}

/** What comes with a flag's value. */
export const payloadOf = <T>(key: string): T | undefined =>
  earshot.getFeatureFlagPayload(key) as T | undefined
