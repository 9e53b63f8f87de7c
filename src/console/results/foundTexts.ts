import type { SurveyResponse, TextAnswer } from '../../wire/console'

/** The service looks for the text in all answers of a response; these are the ones to this question. */
export function textsOf(
  responses: readonly SurveyResponse[],
  questionId: string,
  search: string,
): TextAnswer[] {
  const wanted = search.toLocaleLowerCase()
  return responses.flatMap(({ id, at, answers }) => {
    const answer = answers.find(({ question_id }) => question_id === questionId)?.answer
    return typeof answer === 'string' && answer.toLocaleLowerCase().includes(wanted)
      ? [{ text: answer, response_id: id, at }]
      : []
  })
}
