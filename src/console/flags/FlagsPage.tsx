import type { PageProps } from '../router'
import { EmptyState, LoadError, ProjectSnippet, Skeleton } from '../ui/Messages'
import { PageHeader } from '../ui/PageHeader'
import { SearchField } from '../ui/SearchField'
import { replaceRoute } from '../ui/useRoute'
import { FlagCard } from './FlagCard'
import { FlagCheck } from './FlagCheck'
import { useFlags } from './useFlags'

/** The flags of the project: on and off, rollout, and who gets what. */
export function FlagsPage({ query }: PageProps) {
  const { flags, surveyFlags, error, reload, change } = useFlags()
  const search = query.get('search') ?? ''
  const person = query.get('distinct_id') ?? ''
  const set = (filters: { search?: string; distinct_id?: string }) =>
    replaceRoute('flags', undefined, { search, distinct_id: person, ...filters })
  const visible = flags?.filter(({ key, name }) =>
    `${key} ${name}`.toLowerCase().includes(search.trim().toLowerCase()),
  )
  return (
    <div>
      <PageHeader title="Flags" />
      {error && !flags && <LoadError error={error} onRetry={reload} />}
      {!flags && !error && <Skeleton rows={4} height={96} />}
      {flags?.length === 0 && <NoFlags />}
      {visible && flags && flags.length > 0 && (
        <div class="split">
          <div class="stack">
            <div class="toolbar">
              <SearchField label="Search flags" value={search} onValue={search => set({ search })} />
            </div>
            <ul class="stack" aria-label="Flags">
              {visible.map(flag => (
                <li key={flag.id}>
                  <FlagCard flag={flag} onChange={(fields, notice) => void change(flag, fields, notice)} />
                </li>
              ))}
            </ul>
            {visible.length === 0 && (
              <EmptyState icon="search" title="No flag matches">
                <button type="button" class="button" onClick={() => set({ search: '' })}>
                  Show all flags
                </button>
              </EmptyState>
            )}
            {surveyFlags > 0 && (
              <p class="hint">
                {surveyFlags === 1 ? 'One more flag is' : `${surveyFlags} more flags are`} kept by the service
                for the targeting of surveys.
              </p>
            )}
          </div>
          <FlagCheck
            distinctId={person}
            version={flags.map(({ id, version }) => `${id}:${version}`).join()}
            onDistinctId={distinct_id => set({ distinct_id })}
          />
        </div>
      )}
    </div>
  )
}

function NoFlags() {
  return (
    <EmptyState icon="flag" title="No flags yet">
      <p>
        Flags are in the file of <code>--config</code> or <code>--seed</code>. Add one there, start the
        service again, and read it on your site with <code>earshot.isFeatureEnabled('my-flag')</code> once
        this tag is in its pages.
      </p>
      <ProjectSnippet />
    </EmptyState>
  )
}
