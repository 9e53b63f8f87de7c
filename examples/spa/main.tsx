import { render } from 'preact'
import { App } from './App'
import { startEarshot } from './earshot'

render(<App />, document.getElementById('app')!)
// After the first render, which sets the title, so that the first page view contains it.
startEarshot()
