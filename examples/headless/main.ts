import { earshot, init } from 'earshot'
import { drawSurvey } from './drawSurvey'

// On your site, `api_host` is the address of your analytics service.
init('phc_true_wheel', { api_host: '/' })
// At hand in the browser's console.
Object.assign(window, { earshot })

// Only a survey that may show: one that this visitor has answered or closed is not asked again.
earshot.getActiveMatchingSurveys(async surveys => {
  const survey = surveys.find(({ type }) => type === 'api')
  const session = survey && (await earshot.startSession(survey.id))
  if (session) drawSurvey(document.getElementById('feedback')!, session)
})
