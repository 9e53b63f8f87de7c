import { render } from 'preact'
import { App } from './App'
import { createApi } from './publish/api'
import { editorSurvey } from './publish/surveyFields'
import { createHistory } from './state/history'
import { createStore, StoreProvider } from './state/store'
import { emptySurvey } from './templates/templates'

/** Key of `sessionStorage` in which the console keeps the personal key of this tab. */
const CONSOLE_KEY = 'earshot_console_key'

const query = new URLSearchParams(location.search)
const api = createApi(query.get('project') ?? '@current', sessionStorage.getItem(CONSOLE_KEY) ?? '')
const id = query.get('survey')
const survey = id ? editorSurvey(await api.retrieve(id)) : emptySurvey(crypto.randomUUID())
const store = createStore(createHistory(survey), {}, () => Date.now())

render(
  <StoreProvider value={store}>
    <App />
  </StoreProvider>,
  document.getElementById('app')!,
)
