import type { SurveyResults } from '../../../wire/console'
import type { IdentifiedQuestion, Submission } from './parseSubmission'
import { createQuestionTally } from './questionTally'

/** The part of the results that comes from submissions. */
type SubmissionResults = Omit<SurveyResults, 'survey_id' | 'totals'>

const MAX_PATHS = 50
/** Clients may send any language and take any way: more of them are not counted. */
const MAX_COUNTED = 1000
const MAX_LANGUAGE_LENGTH = 100

/** Creates the results of a survey, to which submissions are added oldest first. Holds none of them. See D-588. */
export function createResults(questions: readonly IdentifiedQuestion[], dateOf: (ms: number) => string) {
  const funnel = questions.map(() => ({ answered: 0, skipped: 0, lost: 0 }))
  const tallies = questions.map(question => createQuestionTally(question, dateOf))
  const paths = new Map<string, { path: number[]; count: number; completed: number }>()
  const languages = new Map<string, number>()
  let started = 0
  let completed = 0

  return {
    add(submission: Submission): void {
      const { path, lost, isCompleted, baseAnswers, language } = submission
      started++
      if (isCompleted) completed++
      for (const index of path) {
        const answer = baseAnswers[index] ?? null
        funnel[index]![answer === null ? 'skipped' : 'answered']++
        if (answer !== null) tallies[index]!.add(answer, submission)
      }
      if (lost !== null) funnel[lost]!.lost++
      const taken = paths.get(path.join())
      if (taken) {
        taken.count++
        if (isCompleted) taken.completed++
      } else if (paths.size < MAX_COUNTED)
        paths.set(path.join(), { path, count: 1, completed: Number(isCompleted) })
      if (
        language !== null &&
        language.length <= MAX_LANGUAGE_LENGTH &&
        (languages.has(language) || languages.size < MAX_COUNTED)
      )
        languages.set(language, (languages.get(language) ?? 0) + 1)
    },
    results: (): SubmissionResults => ({
      started,
      completed,
      funnel: questions.map(({ id, question }, index) => {
        const { answered, skipped, lost } = funnel[index]!
        return {
          question_id: id,
          question,
          reached: answered + skipped + lost,
          answered,
          skipped,
          lost,
        }
      }),
      paths: byCount([...paths.values()])
        .slice(0, MAX_PATHS)
        .map(({ path, count, completed }) => ({
          question_ids: path.map(index => questions[index]!.id),
          count,
          completed,
        })),
      languages: byCount([...languages].map(([language, count]) => ({ language, count }))),
      questions: questions.map(({ id, question }, index) => {
        const { answered, skipped } = funnel[index]!
        return { question_id: id, question, answered, skipped, ...tallies[index]!.results() }
      }),
    }),
  }
}

/** Most frequent first; of equal ones the earlier first. */
function byCount<T extends { count: number }>(rows: T[]): T[] {
  return rows.toSorted((a, b) => b.count - a.count)
}
