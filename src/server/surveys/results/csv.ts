import type { Answer } from '../../../wire/survey'
import { replaceMatches } from '../../lib/replaceMatches'
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

function cells({ row, event, isCompleted, language, url, answers }: Submission): string[] {
  return [
    row.dedupe_key,
    event.timestamp,
    String(isCompleted),
    language ?? '',
    event.distinct_id,
    url ?? '',
    ...answers.map(answerText),
  ]
}

function answerText(answer: Answer | undefined): string {
  if (answer === undefined || answer === null) return ''
  return [answer].flat().map(toText).join('; ')
}

/** The start of a formula: a spreadsheet runs a cell that begins with it, and may skip what is invisible before it. */
const FORMULA = /^([\t\r\n]|[\s\p{C}]*[=+\-@＝＋－＠])/u
const FORMULA_SIGN = /[=+\-@＝＋－＠]$/
/** Where the list separator is a semicolon, Excel begins a cell after it, and a row after a line break, in spite of the quotes. */
const INNER_CELL = /[;"\s\p{C}]+[=+\-@＝＋－＠]?/gu

/** Returns a line. All cells are quoted, and an apostrophe makes a formula a text. See D-633. */
function csvRow(values: string[]): string {
  const cells = values.map(value => replaceMatches(withoutFormulas(value), /"/g, () => '""'))
  return `${cells.map(cell => `"${cell}"`).join(',')}\r\n`
}

function withoutFormulas(value: string): string {
  const text = replaceMatches(value, INNER_CELL, ({ 0: match, index }) => {
    const isCellStart = (index > 0 ? /[;\t\r\n]/ : /;/).test(match)
    return isCellStart ? match.replace(FORMULA_SIGN, "'$&") : match
  })
  return FORMULA.test(text) ? `'${text}` : text
}
