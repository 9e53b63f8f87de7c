// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/preact'
import { afterEach, describe, expect, it } from 'vitest'
import type { Api, ApiResult } from '../../src/console/api/createApi'
import { createConnection } from '../../src/console/api/createConnection'
import type { Session } from '../../src/console/api/session'
import { ResultsPage } from '../../src/console/results/ResultsPage'
import { ConsoleProvider } from '../../src/console/ui/consoleContext'

afterEach(cleanup)

const SURVEY = { id: 's', name: 'NPS', type: 'popover', questions: [] }

/** Answers the survey alone: its results are still loading. */
const get = <T,>(path: string): Promise<ApiResult<T>> =>
  path.endsWith('/s') ? Promise.resolve({ ok: true, value: SURVEY as T }) : new Promise(() => undefined)

describe('ResultsPage', () => {
  it.each([
    [['survey:read', 'person:read'], true],
    [['survey:read'], false],
  ])('offers the filter by person to a key with %j (D-734): %s', async (scopes, isShown) => {
    const session = { projects: [{ id: 1 }], currentKey: { scopes } } as unknown as Session
    const api = { get, latest: () => undefined } as Partial<Api> as Api
    const { container, findByText } = render(
      <ConsoleProvider api={api} session={session} projectId={1} connection={createConnection()}>
        <ResultsPage id="s" query={new URLSearchParams()} />
      </ConsoleProvider>,
    )
    await findByText('NPS')
    expect(container.querySelector('.person-filter') !== null).toBe(isShown)
  })
})
