import type { ComponentChildren } from 'preact'
import { Dialog } from '../../editor/ui/Dialog'
import type { Page, SurveyResponse } from '../../wire/console'
import { hrefOf } from '../router'
import { formatTime } from '../ui/format'
import { LoadError, Skeleton } from '../ui/Messages'
import { useData } from '../ui/useData'
import { formatAnswer } from './formatAnswer'
import { responsesPath } from './useResults'

interface ResponseDialogProps {
  surveyId: string
  responseId: string
  /** Time of the response, ISO 8601. */
  at: string
  /** The response, where it is loaded already. */
  response?: SurveyResponse
  onClose(): void
}

/** One response in full. */
export function ResponseDialog({ response, onClose, ...reference }: ResponseDialogProps) {
  return (
    <Dialog title="Response" onClose={onClose}>
      {response ? <ResponseDetails response={response} /> : <LoadedResponse {...reference} />}
    </Dialog>
  )
}

/** The interface finds responses by their time, and few have the same. */
function LoadedResponse({
  surveyId,
  responseId,
  at,
}: Pick<ResponseDialogProps, 'surveyId' | 'responseId' | 'at'>) {
  const { value, error, reload } = useData<Page<SurveyResponse>>(
    (api, signal) => api.get(responsesPath(surveyId), { query: { date_from: at, date_to: at }, signal }),
    [surveyId, at],
  )
  if (error) return <LoadError error={error} onRetry={reload} />
  if (!value) return <Skeleton rows={4} height={56} />
  const response = value.results.find(({ id }) => id === responseId)
  return response ? <ResponseDetails response={response} /> : <p>The response is no longer there.</p>
}

function ResponseDetails({ response }: { response: SurveyResponse }) {
  const { answers, at, distinct_id, person_id, person_properties, is_completed, language, url } = response
  return (
    <div class="response">
      <dl class="answers">
        {answers.map(({ question_id, question, answer }) => (
          <div key={question_id}>
            <dt dir="auto">{question}</dt>
            <dd dir="auto" class={answer === null ? 'muted' : undefined}>
              {Array.isArray(answer) ? (
                <ul>
                  {answer.map(choice => (
                    <li key={choice}>{choice}</li>
                  ))}
                </ul>
              ) : (
                formatAnswer(answer)
              )}
            </dd>
          </div>
        ))}
      </dl>
      <dl class="facts">
        <Fact label="Person">
          {person_id === null ? distinct_id : <a href={hrefOf('people', person_id)}>{distinct_id}</a>}
        </Fact>
        <Fact label="Time">
          <time dateTime={at}>{formatTime(at)}</time>
        </Fact>
        <Fact label="State">{is_completed ? 'Completed' : 'Partial'}</Fact>
        {language !== null && <Fact label="Language">{language}</Fact>}
        {url !== null && <Fact label="Page">{url}</Fact>}
        {Object.entries(person_properties)
          .filter(([name]) => !name.startsWith('$'))
          .map(([name, value]) => (
            <Fact key={name} label={name}>
              {typeof value === 'string' ? value : JSON.stringify(value)}
            </Fact>
          ))}
      </dl>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt class="muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
