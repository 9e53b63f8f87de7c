import type { FlagEvaluation } from '../../wire/console'
import { MANAGED_FLAGS_PATH } from '../../wire/paths'
import { SURVEY_FLAG_PREFIX } from '../../wire/survey'
import { LoadError, Skeleton } from '../ui/Messages'
import { useData } from '../ui/useData'
import { describeReason, describeValue } from './describeFlag'

/** The value of each flag for a distinct id, with the reason in a sentence. `version` changes with the flags. */
export function EvaluatedFlags({ distinctId, version = '' }: { distinctId: string; version?: string }) {
  const { value, error, reload } = useData<Record<string, FlagEvaluation>>(
    (api, signal) =>
      api.get(`${MANAGED_FLAGS_PATH}evaluation_reasons/`, { query: { distinct_id: distinctId }, signal }),
    [distinctId, version],
  )
  if (error && !value) return <LoadError error={error} onRetry={reload} />
  if (!value) return <Skeleton rows={3} height={40} />
  const flags = Object.entries(value).filter(([key]) => !key.startsWith(SURVEY_FLAG_PREFIX))
  if (flags.length === 0) return <p class="hint">The project has no flags.</p>
  return (
    <ul class="evaluations" aria-label={`Flags of ${distinctId}`}>
      {flags.map(([key, evaluation]) => (
        <li key={key}>
          <code>{key}</code> is <strong>{describeValue(evaluation.value)}</strong>, because{' '}
          {describeReason(evaluation)}.
        </li>
      ))}
    </ul>
  )
}
