import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runCli } from '../../src/server/cli'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Starts the command; what it says is collected, `stop` is what Ctrl-C does. */
function startCli(argv: string[]) {
  const output = { out: '', err: '' }
  let stop = () => {}
  const code = runCli(argv, {
    out: text => {
      output.out += text
    },
    err: text => {
      output.err += text
    },
    onStop: stopCli => {
      stop = stopCli
    },
  })
  return { output, code, stop: () => stop() }
}

const listening = (output: { out: string }) =>
  vi.waitFor(() => expect(output.out).toContain('Listening on'), { timeout: 10_000 })

const fileWith = async (text: string): Promise<string> => {
  const file = join(folder, `${Math.random()}.json`)
  await writeFile(file, text)
  return file
}

describe('earshot serve', () => {
  it('says where it listens, its keys, and what to paste; then serves until it is stopped', async () => {
    const seed = await fileWith(
      JSON.stringify({ projectKey: 'phc_mine', personalKeys: [{ key: 'phx_mine' }], flags: { nav: true } }),
    )
    const command = startCli(['serve', '--port=0', '--seed', seed])
    await listening(command.output)
    const url = /Listening on (\S+)/.exec(command.output.out)![1]!
    expect(command.output.out).toContain('Project 1: key phc_mine')
    expect(command.output.out).toContain('Personal keys: phx_mine')
    expect(command.output.out).toContain(
      `<script async crossorigin src="https://your-cdn.example/earshot.js" data-api-key="phc_mine" data-api-host="${url}"></script>`,
    )
    const response = await fetch(`${url}/flags`, {
      method: 'POST',
      body: JSON.stringify({ api_key: 'phc_mine', distinct_id: 'u' }),
    })
    expect((await response.json()).flags.nav.enabled).toBe(true)
    command.stop()
    expect(await command.code).toBe(0)
    await expect(fetch(url)).rejects.toThrow()
  })

  it('says when its port is taken', async () => {
    const first = startCli(['serve', '--port', '0'])
    await listening(first.output)
    const port = new URL(/Listening on (\S+)/.exec(first.output.out)![1]!).port
    const second = startCli(['serve', '--port', port])
    expect(await second.code).toBe(1)
    expect(second.output.err).toContain('EADDRINUSE')
    first.stop()
    await first.code
  })
})

describe('earshot, misunderstood', () => {
  it.each<[string[], string]>([
    [[], 'say what to do'],
    [['srve'], 'there is no command srve'],
    [['serve', '--prot', '1'], 'there is no option --prot'],
    [['serve', '--port'], '--port needs a value'],
    [['serve', '--port', 'eighty'], '--port must be a number from 0 to 65535, not eighty'],
    [['serve', '--port', '70000'], '--port must be a number'],
    [['serve', 'more'], 'there is no option more'],
  ])('%j', async (argv, detail) => {
    const { output, code } = startCli(argv)
    expect(await code).toBe(2)
    expect(output.err).toContain(detail)
    expect(output.err).toContain('--help')
    expect(output.out).toBe('')
  })

  it.each<[string, string]>([
    ['{', 'it is not JSON'],
    ['[]', 'it must hold a JSON object'],
    ['{"flagz":{}}', 'there is no option flagz'],
    ['{"surveys":{}}', 'surveys must be a list'],
    ['{"flags":1}', 'flags must be a list or an object'],
    ['{"surveys":[1]}', 'surveys must be a list of objects'],
    ['{"config":null}', 'config must be an object'],
  ])('a seed of %s', async (text, detail) => {
    const { output, code } = startCli(['serve', '--port', '0', '--seed', await fileWith(text)])
    expect(await code).toBe(1)
    expect(output.err).toContain(detail)
  })

  it('a seed that is not there', async () => {
    const { output, code } = startCli(['serve', '--seed', join(folder, 'none.json')])
    expect(await code).toBe(1)
    expect(output.err).toContain('cannot read the seed file')
  })
})

describe('earshot --help', () => {
  it.each([['--help'], ['serve', '--help'], ['-h'], ['help']])('%s %s', async (...argv) => {
    const { output, code } = startCli(argv.filter(word => word !== undefined))
    expect(await code).toBe(0)
    for (const option of ['--port', '--host', '--seed']) expect(output.out).toContain(option)
  })
})
