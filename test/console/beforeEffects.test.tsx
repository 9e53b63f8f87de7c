// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Api } from '../../src/console/api/createApi'
import { createConnection } from '../../src/console/api/createConnection'
import type { Session } from '../../src/console/api/session'
import { ConsoleProvider } from '../../src/console/ui/consoleContext'
import { useConnectionLost } from '../../src/console/ui/useConnectionLost'
import { useRoute } from '../../src/console/ui/useRoute'

// Rendered without `act`, so that effects run after the next frame, as in a browser.
const container = document.body.appendChild(document.createElement('div'))
afterEach(() => {
  render(null, container)
  location.hash = ''
})

describe('useRoute', () => {
  it('sees an address that changes before its first effect has run', async () => {
    const Page = () => <p>{useRoute().page}</p>
    location.hash = '#/surveys'
    render(<Page />, container)
    location.hash = '#/people'
    await vi.waitFor(() => expect(container.textContent).toBe('people'))
  })
})

describe('useConnectionLost', () => {
  it('sees a connection that is lost before its first effect has run', async () => {
    const Page = () => <p>{useConnectionLost() ? 'lost' : 'there'}</p>
    const connection = createConnection()
    const session = { projects: [{}], currentKey: { scopes: [] } } as unknown as Session
    render(
      <ConsoleProvider api={{} as Api} session={session} projectId={1} connection={connection}>
        <Page />
      </ConsoleProvider>,
      container,
    )
    connection.lose()
    await vi.waitFor(() => expect(container.textContent).toContain('lost'))
    connection.restore()
  })
})
