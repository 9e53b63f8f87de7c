import { SearchField } from '../ui/SearchField'
import { EvaluatedFlags } from './EvaluatedFlags'

interface FlagCheckProps {
  distinctId: string
  /** Changes with the flags. */
  version: string
  onDistinctId(distinctId: string): void
}

/** Evaluates all flags for one visitor. */
export function FlagCheck({ distinctId, version, onDistinctId }: FlagCheckProps) {
  return (
    <section class="card flag-check" aria-label="Who gets what">
      <header>
        <h2>Who gets what</h2>
      </header>
      <div class="card-body stack">
        <SearchField label="Distinct id of a visitor" value={distinctId} onValue={onDistinctId} />
        {distinctId ? (
          <EvaluatedFlags distinctId={distinctId} version={version} />
        ) : (
          <p class="hint">
            Enter the distinct id of a visitor: each flag then says its value and the reason.
            <code> earshot.get_distinct_id()</code> returns it on your site.
          </p>
        )}
      </div>
    </section>
  )
}
