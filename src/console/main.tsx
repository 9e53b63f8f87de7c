import { render } from 'preact'
import { App } from './App'
import { createConnection } from './api/createConnection'
import { readBoot } from './api/session'

render(<App boot={readBoot()} connection={createConnection()} />, document.getElementById('app')!)
