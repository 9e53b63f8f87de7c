import { render } from 'preact'
import { App } from './App'
import { startEarshot } from './earshot'

render(<App />, document.getElementById('app')!)
// After the first render, which has given the page its title: the first page view tells it.
startEarshot()
