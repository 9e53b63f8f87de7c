import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { requestTimeouts } from '../../../src/server/connections/requestTimeouts'
import { createService } from '../../../src/server/index'
import { serve } from '../../../src/server/node'

const HEADERS = 'POST /batch/ HTTP/1.1\r\nHost: a\r\n'

/** Below the interval in which Node compares by default. */
const LIMIT_MS = 15_000

it.each([
  ['headers do not end', HEADERS],
  ['body does not end', `${HEADERS}Content-Length: 100\r\n\r\nx`],
  ['body does not end, sent in chunks', `${HEADERS}Transfer-Encoding: chunked\r\n\r\nff\r\nx`],
  [
    'body does not end, behind another request',
    `GET / HTTP/1.1\r\nHost: a\r\n\r\n${HEADERS}Content-Length: 9\r\n\r\nx`,
  ],
])(
  'ends a request whose %s when its time is over (R50, D-817)',
  async (_, sent) => {
    const server = createServer(requestTimeouts({ headersMs: 60, requestMs: 120 }), (incoming, outgoing) => {
      if (incoming.method === 'GET') outgoing.end()
    }).listen(0)
    onTestFinished(() => {
      server.close()
    })
    await once(server, 'listening')
    const client = connect((server.address() as AddressInfo).port)
    client.write(sent)
    expect(await text(client)).toContain('HTTP/1.1 408 ')
  },
  LIMIT_MS,
)

it('ends the headers of a request to a service after 30 seconds, and its body after 60 (D-817)', async () => {
  const times: number[] = []
  const onRequest = (message: unknown) => {
    const { server } = message as { server: Server }
    times.push(server.headersTimeout, server.requestTimeout)
  }
  subscribe('http.server.request.start', onRequest)
  const { url, close } = await serve(createService())
  onTestFinished(async () => {
    unsubscribe('http.server.request.start', onRequest)
    await close()
  })
  await fetch(`${url}/healthz`)
  expect(times).toEqual([30_000, 60_000])
})
