/** Returns the address of the survey editor. Without a survey it starts a new one. */
export function editorUrl(projectId: number, surveyId?: string): string {
  const query = new URLSearchParams({ project: String(projectId) })
  if (surveyId !== undefined) query.set('survey', surveyId)
  return `console/editor.html?${query}`
}
