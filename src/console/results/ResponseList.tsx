import { useState } from 'preact/hooks'
import type { ResponseFilter, SurveyResponse } from '../../wire/console'
import { formatAgo } from '../ui/format'
import { EmptyState, LoadError, Notice, Skeleton } from '../ui/Messages'
import { SearchField } from '../ui/SearchField'
import { VirtualList } from '../ui/VirtualList'
import { formatAnswer } from './formatAnswer'
import { ResponseDialog } from './ResponseDialog'
import { useResponses } from './useResults'

interface ResponseListProps {
  surveyId: string
  filter: ResponseFilter
  search: string
  onSearch(search: string): void
}

const ROW_HEIGHT = 64
/** Pixels of the page around the list. */
const SURROUNDINGS = 260

/** Every response that matches, newest first. One opens in full. */
export function ResponseList({ surveyId, filter, search, onSearch }: ResponseListProps) {
  const responses = useResponses(surveyId, { ...filter, ...(search && { search }) })
  const [open, setOpen] = useState<SurveyResponse | null>(null)
  const { items, error } = responses
  return (
    <div>
      <div class="toolbar">
        <SearchField label="Search answers" value={search} onValue={onSearch} />
      </div>
      <div class="card responses" aria-busy={responses.isLoading}>
        {!items &&
          (error ? (
            <LoadError error={error} onRetry={responses.reload} />
          ) : (
            <Skeleton rows={8} height={ROW_HEIGHT} />
          ))}
        {items && error && <Notice kind="error">{error.message}</Notice>}
        {items?.length === 0 && (
          <EmptyState icon="search" title="No response matches">
            <p>Change or clear the search and the filters.</p>
          </EmptyState>
        )}
        {items && items.length > 0 && (
          <VirtualList
            label="Responses"
            items={items}
            itemKey={({ id }) => id}
            itemHeight={ROW_HEIGHT}
            maxHeight={Math.max(ROW_HEIGHT * 5, innerHeight - SURROUNDINGS)}
            hasMore={responses.hasMore}
            onEnd={responses.loadMore}
            onOpen={response => setOpen(response)}
          >
            {response => <ResponseRow response={response} />}
          </VirtualList>
        )}
      </div>
      {open && (
        <ResponseDialog
          surveyId={surveyId}
          responseId={open.id}
          at={open.at}
          response={open}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

function ResponseRow({ response: { answers, distinct_id, at, is_completed } }: { response: SurveyResponse }) {
  return (
    <span class="response-row">
      <span class="clip response-answers" dir="auto">
        {answers.map(({ answer }) => formatAnswer(answer)).join(' · ') || 'No answers'}
      </span>
      <span class="response-facts muted">
        <span class="clip">{distinct_id}</span>
        {!is_completed && <span class="tag">Partial</span>}
        <time dateTime={at}>{formatAgo(at)}</time>
      </span>
    </span>
  )
}
