import { tryUrl } from 'earshot/surveys'
import { useState } from 'preact/hooks'
import { useSurvey } from '../../state/store'

/** Tries a URL against the URL condition. The URL is not part of the survey. */
export function UrlTrial() {
  const { conditions } = useSurvey()
  const [url, setUrl] = useState('')
  if (!conditions?.url) return null
  const result =
    url.trim() && (URL.canParse(url.trim()) ? tryUrl(conditions, new URL(url.trim()).href) : null)
  return (
    <div class="field">
      <label for="url-trial">Try a URL</label>
      <input
        id="url-trial"
        type="text"
        inputMode="url"
        value={url}
        placeholder="https://www.example.com/pricing"
        aria-describedby="url-trial-result"
        onInput={event => setUrl(event.currentTarget.value)}
      />
      <span
        id="url-trial-result"
        role="status"
        class={result ? (result.matches ? 'success' : 'failure') : 'hint'}
      >
        {result ? result.message : result === null && 'Enter the whole URL, from https:// on.'}
      </span>
    </div>
  )
}
