/** Returns the percentage of a part, 0 to 100; 0 of nothing. Only for bars and whole percents: rates come from the service. See D-599. */
export const share = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole)

/** Returns a whole percentage, such as `43%`. What is more than nothing is not written as 0, nor less than all as 100. */
export function wholePercent(part: number, whole: number): string {
  const value = share(part, whole)
  if (value > 0 && value < 1) return '<1%'
  if (value > 99 && value < 100) return '>99%'
  return `${Math.round(value)}%`
}

/** Returns the numbers of the questions of a path, such as `1 → 2 → 4`. Questions that are no longer in the survey are `?`. */
export function describePath(questionIds: readonly string[], surveyIds: readonly string[]): string {
  if (questionIds.length === 0) return 'No answer'
  return questionIds.map(id => surveyIds.indexOf(id) + 1 || '?').join(' → ')
}
