import { spawn } from 'node:child_process'
import { type Browser, COMMANDS, createBrowser, type Send } from './browser'
import { ended, freePort, soon } from './processes'

/**
 * Starts the small browser that comes with WebKitGTK, through its driver.
 *
 * @param path The driver.
 * @param xvfb What gives it a screen; it cannot do without one. Not used where `DISPLAY` names one.
 */
export async function startWebKit(path: string, xvfb: string | undefined): Promise<Browser> {
  const screen = process.env.DISPLAY ? undefined : await startScreen(xvfb!)
  const port = await freePort()
  const driver = spawn(path, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: screen?.display ?? process.env.DISPLAY },
  })
  const call = async (method: string, to: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${to}`, {
      method,
      body: body && JSON.stringify(body),
    })
    const { value } = (await response.json()) as { value: { error: string; message: string } }
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
    return value as unknown
  }
  await soon(() =>
    call('GET', '/status').then(
      () => true,
      () => false,
    ),
  )
  const { sessionId } = (await call('POST', '/session', { capabilities: {} })) as { sessionId: string }
  const send: Send = (command, params = {}) => {
    const [method, to] = COMMANDS[command]
    return call(method, `/session/${sessionId}/${to}`, method === 'POST' ? params : undefined)
  }
  return createBrowser(send, async () => {
    await call('DELETE', `/session/${sessionId}`)
    driver.kill()
    await ended(driver)
    screen?.stop()
  })
}

async function startScreen(xvfb: string) {
  const server = spawn(xvfb, ['-displayfd', '1', '-screen', '0', '1400x1000x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const number = await new Promise<string>(resolve => server.stdout.once('data', data => resolve(`${data}`)))
  return { display: `:${number.trim()}`, stop: () => server.kill() }
}
