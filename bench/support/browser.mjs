// A browser that is measured without developer tools. Playwright always turns on those for the network and the console, and each
// request and timer of a page then takes a stack trace, which costs a page up to half of its script time. Only the counters of the
// browser are read here.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import connect from 'chrome-remote-interface'
import { findChromium } from '../../scripts/findBrowsers.mjs'
import { BROWSER_ARGS } from '../harness.mjs'

const VIEWPORT = { width: 1280, height: 800 }

async function startProcess() {
  const profile = await mkdtemp(join(tmpdir(), 'earshot-bench-'))
  const child = spawn(
    findChromium(),
    [
      '--headless',
      '--no-sandbox',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      ...BROWSER_ARGS,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const target = await new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`bench: the browser ended with ${code}.`)))
    child.stderr.on('data', data => {
      const address = /ws:\/\/\S+/.exec(data)
      if (address) resolve(address[0])
    })
  })
  return {
    target,
    async stop() {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill()
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Starts a browser. `open` opens a page of a new visitor, in which a function runs before the scripts of the page. */
export async function launchUninspected() {
  const { target, stop } = await startProcess()
  const devtools = await connect({ target, local: true })

  async function open(initialize, argument, { slowdown = 1, network } = {}) {
    const { browserContextId } = await devtools.send('Target.createBrowserContext')
    const { targetId } = await devtools.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      ...VIEWPORT,
    })
    const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: true })
    const send = (method, parameters = {}) => devtools.send(method, parameters, sessionId)
    await send('Performance.enable')
    await send('Page.addScriptToEvaluateOnNewDocument', {
      source: `(${initialize})(${JSON.stringify(argument)})`,
    })
    await send('Page.enable')
    await send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    if (network) {
      await send('Network.enable')
      await send('Network.emulateNetworkConditions', network)
    }

    return {
      send,
      goto: url => send('Page.navigate', { url }),
      wait,
      async evaluate(run, value) {
        const expression = `(${run})(${JSON.stringify(value)})`
        const { result, exceptionDetails } = await send('Runtime.evaluate', {
          expression,
          returnByValue: true,
        })
        if (exceptionDetails) throw new Error(exceptionDetails.exception.description)
        return result.value
      },
      async click({ x, y }) {
        for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased'])
          await send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
      },
      async metric(name) {
        const { metrics } = await send('Performance.getMetrics')
        return metrics.find(metric => metric.name === name).value
      },
      close: () => devtools.send('Target.disposeBrowserContext', { browserContextId }),
    }
  }

  return {
    open,
    async stop() {
      await devtools.close()
      await stop()
    },
  }
}
