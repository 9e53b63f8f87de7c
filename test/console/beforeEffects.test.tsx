// @vitest-environment happy-dom
import { type ComponentChild, render } from 'preact'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Api, ApiResult } from '../../src/console/api/createApi'
import { type Connection, createConnection } from '../../src/console/api/createConnection'
import { OFFLINE } from '../../src/console/api/errors'
import type { Session } from '../../src/console/api/session'
import { ConsoleProvider } from '../../src/console/ui/consoleContext'
import { useConnectionLost } from '../../src/console/ui/useConnectionLost'
import { useGet } from '../../src/console/ui/useData'
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
    await vi.waitFor(() => expect(container.textContent).toBe('people'), 10_000)
  })
})

function renderPage(page: ComponentChild, connection: Connection, api: Partial<Api> = {}) {
  const session = { projects: [{}], currentKey: { scopes: [] } } as unknown as Session
  render(
    <ConsoleProvider api={api as Api} session={session} projectId={1} connection={connection}>
      {page}
    </ConsoleProvider>,
    container,
  )
}

describe('useConnectionLost', () => {
  it('sees a connection that is lost before its first effect has run', async () => {
    const Page = () => <p>{useConnectionLost() ? 'lost' : 'there'}</p>
    const connection = createConnection()
    renderPage(<Page />, connection)
    connection.lose()
    await vi.waitFor(() => expect(container.textContent).toContain('lost'), 10_000)
    connection.restore()
  })
})

describe('useGet', () => {
  it('loads again when the connection is restored before the effect of the failure has run', async () => {
    const connection = createConnection()
    const replies: ApiResult<unknown>[] = [
      { ok: false, error: OFFLINE },
      { ok: true, value: 'loaded' },
    ]
    const get = async <T,>() => {
      const reply = replies.shift()
      if (!reply?.ok) connection.lose()
      return reply as ApiResult<T>
    }
    const Page = () => {
      const { value, error } = useGet<string>('/x')
      if (error) connection.restore()
      return <p>{value ?? error?.kind}</p>
    }
    renderPage(<Page />, connection, { get, latest: () => undefined })
    await vi.waitFor(() => expect(container.textContent).toContain('loaded'), 10_000)
    expect(replies).toEqual([])
  })
})
