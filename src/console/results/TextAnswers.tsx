import { useState } from 'preact/hooks'
import type { TextAnswer } from '../../wire/console'
import { dayOf } from '../ui/days'
import { formatCount } from '../ui/format'
import { LoadError } from '../ui/Messages'
import { SearchField } from '../ui/SearchField'
import { type ResultsFilter, responseFilter } from './filter'
import { textsOf } from './foundTexts'
import { TextList } from './TextList'
import { useResponses } from './useResults'

interface TextAnswersProps {
  surveyId: string
  questionId: string
  /** The newest, at most 50. */
  texts: readonly TextAnswer[]
  answered: number
  filter: ResultsFilter
}

/** The newest written answers to a question, and a search among all of them. */
export function TextAnswers({ surveyId, questionId, texts, answered, filter }: TextAnswersProps) {
  const [search, setSearch] = useState('')
  return (
    <div class="text-answers">
      <SearchField label="Search these answers" value={search} onValue={setSearch} />
      {search === '' ? (
        <div>
          <TextList surveyId={surveyId} texts={texts} />
          {answered > texts.length && (
            <p class="hint">
              The newest {formatCount(texts.length)} of {formatCount(answered)}. The search looks at all of
              them.
            </p>
          )}
        </div>
      ) : (
        <FoundTexts surveyId={surveyId} questionId={questionId} search={search} filter={filter} />
      )}
    </div>
  )
}

function FoundTexts({
  surveyId,
  questionId,
  search,
  filter,
}: Pick<TextAnswersProps, 'surveyId' | 'questionId' | 'filter'> & { search: string }) {
  const responses = useResponses(surveyId, { ...responseFilter(filter, dayOf()), search })
  if (!responses.items)
    return responses.error ? (
      <LoadError error={responses.error} onRetry={responses.reload} />
    ) : (
      <p class="hint">Searching…</p>
    )
  const texts = textsOf(responses.items, questionId, search)
  return (
    <div aria-busy={responses.isLoading}>
      <p class="hint" role="status">
        {texts.length === 0 ? `No answer contains “${search}”.` : `${formatCount(texts.length)} found.`}
      </p>
      <TextList surveyId={surveyId} texts={texts} />
      {responses.hasMore && (
        <button type="button" class="button" onClick={responses.loadMore}>
          Search further
        </button>
      )}
    </div>
  )
}
