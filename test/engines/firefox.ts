import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, COMMANDS, createBrowser, type Send } from './browser'
import { ended, soon } from './processes'

/** Any free port, which Firefox writes into its profile; nothing of its own on the network; pages may outlive their window. */
const PREFERENCES = {
  'marionette.port': 0,
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
}

/**
 * Starts Firefox without a window and speaks to it in the protocol that it has built in, so that no driver needs to be there.
 *
 * @param preferences Further ones, as `about:config` has them.
 */
export async function startFirefox(path: string, preferences: object = {}): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'earshot-firefox-'))
  const lines = Object.entries({ ...PREFERENCES, ...preferences }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const firefox = spawn(path, ['--headless', '--no-remote', '--marionette', '--profile', profile], {
    stdio: 'ignore',
  })
  const port = join(profile, 'MarionetteActivePort')
  await soon(() => existsSync(port) && readFileSync(port, 'utf8') !== '')
  const { call, end } = await openMarionette(Number(readFileSync(port, 'utf8')))
  await call('WebDriver:NewSession', {})
  const send: Send = async (command, params = {}) => {
    const result = (await call(`WebDriver:${COMMANDS[command][2]}`, params)) as object | null
    // A new window is told without an envelope.
    return result && 'value' in result ? result.value : result
  }
  return createBrowser(send, async () => {
    await call('Marionette:Quit', { flags: ['eForceQuit'] })
    end()
    await ended(firefox)
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  })
}

/** Messages are `length:JSON`; the first, which nobody asked for, is a greeting. */
async function openMarionette(port: number) {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  const socket = connect(port, '127.0.0.1')
  let received = Buffer.alloc(0)
  let last = 0
  const take = (text: string) => {
    const message = JSON.parse(text) as unknown
    if (!Array.isArray(message)) return
    const [, id, error, result] = message
    const call = waiting.get(id)
    waiting.delete(id)
    if (error) call?.reject(new Error(`${error.error}: ${error.message}`))
    else call?.resolve(result)
  }
  socket.on('data', data => {
    received = Buffer.concat([received, data])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.subarray(0, colon))
      if (colon < 0 || received.length < end) return
      take(received.toString('utf8', colon + 1, end))
      received = received.subarray(end)
    }
  })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return {
    call: (name: string, params: object) =>
      new Promise<unknown>((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        const text = JSON.stringify([0, id, name, params])
        socket.write(`${Buffer.byteLength(text)}:${text}`)
      }),
    end: () => socket.destroy(),
  }
}
