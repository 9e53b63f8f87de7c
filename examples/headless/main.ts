import { earshot, init } from 'earshot'
import { drawSurvey } from './drawSurvey'

// On your site, `api_host` is the address of your analytics service, and `opt_out_useragent_filter` is not needed: it lets
// browsers that a program drives take part here, which are left out as robots otherwise.
init('phc_true_wheel', { api_host: '/', opt_out_useragent_filter: true })
// At hand in the browser's console.
Object.assign(window, { earshot })

// Only a survey that may show: one that this visitor has answered or closed is not asked again.
earshot.getActiveMatchingSurveys(async surveys => {
  const survey = surveys.find(({ type }) => type === 'api')
  const session = survey && (await earshot.startSession(survey.id))
  if (session) drawSurvey(document.getElementById('feedback')!, session)
})
