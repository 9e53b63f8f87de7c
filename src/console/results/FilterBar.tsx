import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from '../../editor/ui/Icon'
import type { SurveyResults } from '../../wire/console'
import { formatCount } from '../ui/format'
import { useDraft } from '../ui/useDraft'
import { countFilters, isPersonProperty, type ResultsFilter } from './filter'
import { describePath } from './shares'

interface FilterBarProps {
  filter: ResultsFilter
  /** Has the languages and the paths to choose from. */
  results: SurveyResults | undefined
  /** Whether the key may filter by properties of persons. See D-734. */
  mayReadPersons: boolean
  onFilter(change: Partial<ResultsFilter>): void
  onReset(): void
}

const RANGE_LABELS = [
  ['', 'All time'],
  ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'],
  ['90d', 'Last 90 days'],
  ['custom', 'Dates…'],
] as const

/** The filters of the results. On a phone, a button shows them. */
export function FilterBar({ filter, results, mayReadPersons, onFilter, onReset }: FilterBarProps) {
  const languages = optionsWith(results?.languages.map(({ language }) => language) ?? [], filter.language)
  const count = countFilters(filter)
  const [isOpen, setOpen] = useState(false)
  return (
    <Fragment>
      <button
        type="button"
        class="button filter-toggle"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="filter" />
        Filters{count > 0 && ` (${count})`}
      </button>
      <fieldset class={isOpen ? 'filters is-open' : 'filters'}>
        <legend class="visually-hidden">Filters</legend>
        <Select
          label="Dates"
          value={filter.range}
          options={RANGE_LABELS}
          onValue={range => onFilter({ range: range as ResultsFilter['range'] })}
        />
        {filter.range === 'custom' && (
          <span class="date-range">
            <input
              type="date"
              aria-label="First day"
              value={filter.from}
              max={filter.to}
              onChange={({ currentTarget }) => onFilter({ from: currentTarget.value })}
            />
            <span aria-hidden="true">–</span>
            <input
              type="date"
              aria-label="Last day"
              value={filter.to}
              min={filter.from}
              onChange={({ currentTarget }) => onFilter({ to: currentTarget.value })}
            />
          </span>
        )}
        <Select
          label="Completion"
          value={filter.completion}
          options={[
            ['', 'All answers'],
            ['completed', 'Completed'],
            ['partial', 'Partial'],
          ]}
          onValue={completion => onFilter({ completion: completion as ResultsFilter['completion'] })}
        />
        {languages.length > 0 && (
          <Select
            label="Language"
            value={filter.language}
            options={[['', 'All languages'], ...languages.map(code => [code, languageName(code)] as const)]}
            onValue={language => onFilter({ language })}
          />
        )}
        <PathSelect path={filter.path} results={results} onPath={path => onFilter({ path })} />
        {(mayReadPersons || filter.person !== '') && (
          <PersonField value={filter.person} onValue={person => onFilter({ person })} />
        )}
        {count > 0 && (
          <button type="button" class="text-button" onClick={onReset}>
            <Icon name="close" />
            Clear
          </button>
        )}
      </fieldset>
    </Fragment>
  )
}

function Select({
  label,
  value,
  options,
  onValue,
}: {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onValue(value: string): void
}) {
  return (
    <select
      aria-label={label}
      value={value}
      class={value === '' ? undefined : 'is-active'}
      onChange={({ currentTarget }) => onValue(currentTarget.value)}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  )
}

function PathSelect({
  path,
  results,
  onPath,
}: {
  path: string
  results: SurveyResults | undefined
  onPath(path: string): void
}) {
  const ids = results?.funnel.map(({ question_id }) => question_id) ?? []
  const counts = new Map(results?.paths.map(({ question_ids, count }) => [question_ids.join(), count]))
  const paths = optionsWith([...counts.keys()].filter(Boolean), path)
  if (paths.length === 0) return null
  const labelOf = (key: string) => {
    const count = counts.get(key)
    return `Path ${describePath(key.split(','), ids)}${count === undefined ? '' : ` (${formatCount(count)})`}`
  }
  return (
    <Select
      label="Path"
      value={path}
      options={[['', 'All paths'], ...paths.map(key => [key, labelOf(key)] as const)]}
      onValue={onPath}
    />
  )
}

/** `key=value`; applied with Enter, or when the field is left. */
function PersonField({ value, onValue }: { value: string; onValue(value: string): void }) {
  const [text, setText] = useDraft(value)
  const isIncomplete = text !== '' && !isPersonProperty(text)
  return (
    <input
      class={`person-filter${value === '' ? '' : ' is-active'}`}
      aria-label="Person property, as key=value"
      aria-invalid={isIncomplete}
      title="Person property, as key=value"
      placeholder="Person: plan=pro"
      autocapitalize="off"
      spellcheck={false}
      value={text}
      onInput={({ currentTarget }) => setText(currentTarget.value)}
      onChange={({ currentTarget }) => onValue(currentTarget.value.trim())}
    />
  )
}

/** The chosen option stays, also when the filter itself has made it disappear from the results. */
const optionsWith = (options: readonly string[], chosen: string): string[] =>
  chosen === '' || options.includes(chosen) ? [...options] : [...options, chosen]

function languageName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
  } catch {
    // Surveys may name a language as they like.
    return code
  }
}
