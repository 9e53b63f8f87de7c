import { useState } from 'preact/hooks'
import { Finding, useFindings } from '../findings/findings'
import { useSurvey } from '../state/store'
import { Dialog } from '../ui/Dialog'
import type { Publisher } from './createPublisher'
import { describeChanges } from './describeChanges'
import { usePublisherState } from './publisherContext'

interface LaunchDialogProps {
  publisher: Publisher
  /** Whether the survey was launched before, so that its changes are published. */
  isLaunched?: boolean
  onClose(): void
}

/** Checks a survey before visitors see it: errors block, warnings must be confirmed. Lists what changes for a launched one. */
export function LaunchDialog({ publisher, isLaunched = false, onClose }: LaunchDialogProps) {
  const survey = useSurvey()
  const { saved } = usePublisherState(publisher)
  const [isConfirmed, setConfirmed] = useState(false)
  const findings = useFindings()
  const errors = findings.filter(({ severity }) => severity === 'error')
  const warnings = findings.filter(({ severity }) => severity !== 'error')
  const isBlocked = errors.length > 0 || (warnings.length > 0 && !isConfirmed)
  const start =
    survey.start_date && Date.parse(survey.start_date) > Date.now() ? survey.start_date : undefined
  const launch = () => {
    if (isBlocked) return
    onClose()
    // A start in the past would only make the survey look older than it is.
    void publisher.publish(isLaunched ? {} : { start_date: start ?? new Date().toISOString() })
  }
  return (
    <Dialog title={isLaunched ? 'Publish changes' : 'Launch the survey'} onClose={onClose}>
      {isLaunched ? (
        <section class="share-section">
          <h3>What changes</h3>
          <ul class="change-list">
            {describeChanges(saved, survey).map(sentence => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      ) : (
        <p>
          {start
            ? `Visitors who match the conditions see the survey from ${new Date(start).toLocaleString()}.`
            : 'Visitors who match the conditions see the survey from their next page on.'}
        </p>
      )}
      {errors.length > 0 && (
        <section class="share-section">
          <h3>Errors to correct first</h3>
          <ul class="change-list plain">
            {errors.map(finding => (
              <li key={finding.code + finding.path}>
                <Finding finding={finding} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {warnings.length > 0 && (
        <section class="share-section">
          <h3>Warnings</h3>
          <ul class="change-list plain">
            {warnings.map(finding => (
              <li key={finding.code + finding.path}>
                <Finding finding={finding} />
              </li>
            ))}
          </ul>
          <div class="checkbox">
            <label>
              <input
                type="checkbox"
                checked={isConfirmed}
                onChange={event => setConfirmed(event.currentTarget.checked)}
              />
              <span>I have read the warnings</span>
            </label>
          </div>
        </section>
      )}
      <div class="copy-row align-end">
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="button primary" aria-disabled={isBlocked} onClick={launch}>
          {isLaunched ? 'Publish' : 'Launch'}
        </button>
      </div>
    </Dialog>
  )
}
