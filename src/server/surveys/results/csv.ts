import type { Answer } from '../../../wire/survey'
import { toText } from '../../lib/values'
import type { IdentifiedQuestion, Submission } from './parseSubmission'

/** Excel reads a file without it in the code page of the system. */
const BYTE_ORDER_MARK = '\ufeff'

const COLUMNS = ['id', 'time', 'completed', 'language', 'distinct id', 'url']

/** Yields responses as CSV, some rows at a time: RFC 4180 with a byte order mark, safe against formulas. See D-590. */
export async function* responsesCsv(
  steps: AsyncIterable<{ submissions: Submission[] }>,
  questions: readonly IdentifiedQuestion[],
): AsyncIterable<string> {
  yield BYTE_ORDER_MARK + csvRow([...COLUMNS, ...questions.map(({ question }) => question)])
  for await (const { submissions } of steps)
    if (submissions.length > 0) yield submissions.map(submission => csvRow(cells(submission))).join('')
}

function cells({ row, event, isCompleted, language, answers }: Submission): string[] {
  const { timestamp, distinct_id, properties } = event
  const url = properties['$current_url']
  return [
    row.dedupe_key,
    timestamp,
    String(isCompleted),
    language ?? '',
    distinct_id,
    typeof url === 'string' ? url : '',
    ...answers.map(answerText),
  ]
}

function answerText(answer: Answer | undefined): string {
  if (answer === undefined || answer === null) return ''
  return [answer].flat().map(toText).join('; ')
}

/** A spreadsheet runs a cell that begins with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** Returns a line. All cells are quoted, and an apostrophe makes a formula a text. */
function csvRow(values: string[]): string {
  const quoted = values.map(value => `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`)
  return `${quoted.join(',')}\r\n`
}
