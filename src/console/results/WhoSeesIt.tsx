import type { ReadSurvey } from '../../wire/managedSurvey'
import { personDetail, personName } from '../people/personName'
import { hrefOf } from '../router'
import { LoadError, Notice, Skeleton } from '../ui/Messages'
import { SearchField } from '../ui/SearchField'
import { findVisitor, type Visitor } from './findVisitor'
import { pageConditions } from './pageConditions'
import { usePersons, useVisitor } from './useVisitor'
import { whyNotShown } from './whyNotShown'

interface WhoSeesItProps {
  survey: ReadSurvey
  /** A distinct id, or a part of an email address. */
  visitor: string
  onVisitor(visitor: string): void
}

/** Answers why a visitor does not see a survey. See D-604. */
export function WhoSeesIt({ survey, visitor, onVisitor }: WhoSeesItProps) {
  const text = visitor.trim()
  return (
    <section class="card" aria-labelledby="who-sees-it">
      <header>
        <h2 id="who-sees-it">Who sees it</h2>
      </header>
      <div class="card-body stack">
        <SearchField label="Distinct id or email" value={visitor} onValue={onVisitor} />
        {/* Stays in the document, so that screen readers announce each answer. */}
        <div role="status">
          {text && <Found key={text} survey={survey} text={text} onVisitor={onVisitor} />}
        </div>
        {!text && (
          <p class="hint">
            Enter a visitor: the answer says what keeps the survey from them, and what to do.
            <code> earshot.get_distinct_id()</code> returns the distinct id on your site.
          </p>
        )}
      </div>
    </section>
  )
}

function Found({
  survey,
  text,
  onVisitor,
}: {
  survey: ReadSurvey
  text: string
  onVisitor(id: string): void
}) {
  const { value, error, reload } = usePersons(text)
  if (error && !value) return <LoadError error={error} onRetry={reload} />
  if (!value) return <Skeleton rows={3} height={40} />
  const visitor = findVisitor(value.results, text)
  if (visitor) return <Answer key={visitor.distinctId} survey={survey} visitor={visitor} />
  return (
    <div class="stack">
      <p>Several people match. Which one?</p>
      <ul class="stack" aria-label="People">
        {value.results.map(person => (
          <li key={person.id}>
            <button
              type="button"
              class="button"
              onClick={() => onVisitor(person.distinct_ids[0] ?? person.id)}
            >
              {personName(person)} <span class="muted">{personDetail(person)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Answer({ survey, visitor }: { survey: ReadSurvey; visitor: Visitor }) {
  const { value, error, reload } = useVisitor(survey.id, visitor)
  if (error && !value) return <LoadError error={error} onRetry={reload} />
  const failures = value && whyNotShown(survey, value, Date.now())
  return (
    <div class="stack">
      <WhoItIs visitor={visitor} />
      {!failures && <Skeleton rows={3} height={40} />}
      {failures && failures.length > 0 && (
        <>
          <p>
            <strong>The service does not let this visitor see it.</strong>
          </p>
          <ul class="stack" aria-label="Reasons">
            {failures.map(({ problem, remedy }) => (
              <li key={problem}>
                <Notice kind="warning">
                  {problem} <span class="muted">{remedy}</span>
                </Notice>
              </li>
            ))}
          </ul>
        </>
      )}
      {failures && <PageConditions survey={survey} isAllowed={failures.length === 0} />}
    </div>
  )
}

function WhoItIs({ visitor: { distinctId, person } }: { visitor: Visitor }) {
  if (person)
    return (
      <p>
        <a href={hrefOf('people', person.id)}>{personName(person)}</a> <code>{distinctId}</code>
      </p>
    )
  return (
    <Notice>
      The service knows no person “{distinctId}”. Visitors before <code>identify</code> have no properties:
      conditions on properties leave them out, percentages decide by the distinct id, and their browser alone
      knows what they have answered.
    </Notice>
  )
}

function PageConditions({ survey, isAllowed }: { survey: ReadSurvey; isAllowed: boolean }) {
  return (
    <>
      <p>
        {isAllowed ? (
          <>
            <strong>The service lets this visitor see it.</strong> On the page it also depends on this:
          </>
        ) : (
          'The page decides:'
        )}
      </p>
      <ul class="page-conditions" aria-label="Conditions of the page">
        {pageConditions(survey).map(condition => (
          <li key={condition}>{condition}</li>
        ))}
      </ul>
      <p class="hint">
        <code>await earshot.explainSurvey('{survey.id}')</code> in the console of the visitor's browser says
        which of them fails.
      </p>
    </>
  )
}
