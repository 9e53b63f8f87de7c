import { render } from 'preact'

render(<h1>Earshot</h1>, document.getElementById('app')!)
