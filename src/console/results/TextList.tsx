import { useState } from 'preact/hooks'
import type { TextAnswer } from '../../wire/console'
import { formatAgo, formatTime } from '../ui/format'
import { ResponseDialog } from './ResponseDialog'

/** Written answers. Each opens the response that it is part of. */
export function TextList({ surveyId, texts }: { surveyId: string; texts: readonly TextAnswer[] }) {
  const [open, setOpen] = useState<TextAnswer | null>(null)
  return (
    <div class="text-list">
      <ul>
        {texts.map((answer, index) => (
          <li key={answer.response_id + index}>
            <button type="button" class="text-answer" onClick={() => setOpen(answer)}>
              <span class="text-answer-text" dir="auto">
                {answer.text}
              </span>
              <time class="muted" dateTime={answer.at} title={formatTime(answer.at)}>
                {formatAgo(answer.at)}
              </time>
            </button>
          </li>
        ))}
      </ul>
      {open && (
        <ResponseDialog
          surveyId={surveyId}
          responseId={open.response_id}
          at={open.at}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
