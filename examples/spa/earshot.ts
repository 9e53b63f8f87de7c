import { earshot, init } from 'earshot'
import { useEffect, useState } from 'preact/hooks'

/**
 * Starts the client of the app.
 *
 * On your site, `api_host` is the URL of your analytics service. `opt_out_useragent_filter` is only needed for automated
 * browsers, which are excluded as bots by default.
 */
export function startEarshot(): void {
  init('phc_fieldbook', { api_host: '/', survey_color_scheme: 'auto', opt_out_useragent_filter: true })
  // For the browser's console.
  Object.assign(window, { earshot })
}

/** Returns the value of a flag and re-renders the component when it changes; `undefined` until flags are loaded. */
export function useFlag(key: string) {
  const [value, setValue] = useState<string | boolean>()
  useEffect(() => earshot.onFeatureFlags(() => setValue(earshot.getFeatureFlag(key))), [key])
  return value
}

/** Returns the payload of a flag. */
export const payloadOf = <T>(key: string): T | undefined =>
  earshot.getFeatureFlagPayload(key) as T | undefined
