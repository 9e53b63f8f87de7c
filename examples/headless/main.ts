import { earshot, init } from 'earshot'
import { renderSurvey } from './renderSurvey'

// On your site, `api_host` is the URL of your analytics service. `opt_out_useragent_filter` is only needed for automated
// browsers, which are excluded as bots by default.
init('phc_true_wheel', { api_host: '/', opt_out_useragent_filter: true })
// For the browser's console.
Object.assign(window, { earshot })

// Returns only surveys that may be shown. A survey that this visitor has answered or closed is not among them.
earshot.getActiveMatchingSurveys(async surveys => {
  const survey = surveys.find(({ type }) => type === 'api')
  const session = survey && (await earshot.startSession(survey.id))
  if (session) renderSurvey(document.getElementById('feedback')!, session)
})
