import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runToEnd, startCli, stopCli, urlOf } from '../../support/startCli'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-first-'))
})
afterAll(() => rm(folder, { recursive: true }))

const start = async (...argv: string[]) => {
  const command = startCli(['serve', '--port=0', ...argv])
  const url = await urlOf(command)
  const { out } = command.output
  return {
    out,
    projectKeys: [...out.matchAll(/^Project \d+: key (\S+)$/gm)].map(([, key]) => key!),
    personalKey: /^Personal key: (\S+)/m.exec(out)?.[1],
    stop: () => stopCli(command),
    surveys: async (personalKey: string) =>
      (await fetch(`${url}/api/projects/1/surveys/`, { headers: { Authorization: `Bearer ${personalKey}` } }))
        .status,
    flags: async (projectKey: string) =>
      (
        await fetch(`${url}/flags?v=2`, {
          method: 'POST',
          body: JSON.stringify({ api_key: projectKey, distinct_id: 'u' }),
        })
      ).status,
  }
}

describe('the first start of earshot serve (D-531)', () => {
  it('creates a project and a personal key, which later starts keep and print no more', async () => {
    const data = join(folder, 'first.db')
    const first = await start('--data', data)
    const [projectKey] = first.projectKeys
    expect(projectKey).toMatch(/^phc_\S{43}$/)
    expect(first.personalKey).toMatch(/^phx_\S{43}$/)
    expect(first.out).toContain(`data-api-key="${projectKey}"`)
    expect(await first.flags(projectKey!)).toBe(200)
    expect(await first.surveys(first.personalKey!)).toBe(200)
    await first.stop()

    const second = await start('--data', data)
    expect(second.projectKeys).toEqual([projectKey])
    expect(second.out).not.toContain('phx_')
    expect(second.out).toContain(
      `Personal keys: 1, of which only hashes are kept. To create one: earshot keys create --data ${data}`,
    )
    expect(await second.surveys(first.personalKey!)).toBe(200)
    await second.stop()
  })

  it('writes the personal key into no file', async () => {
    const data = join(folder, 'hashed.db')
    const { personalKey, projectKeys, stop } = await start('--data', data)
    const files = (await readdir(folder)).filter(name => name.startsWith('hashed.db'))
    const texts = await Promise.all(files.map(name => readFile(join(folder, name), 'latin1')))
    expect(texts.join()).toContain(projectKeys[0])
    expect(texts.join()).not.toContain(personalKey)
    await stop()
  })

  it('prints the personal key although the port is in use', async () => {
    const first = startCli(['serve', '--port=0'])
    const { port } = new URL(await urlOf(first))
    const data = join(folder, 'port.db')
    const { code, out } = await runToEnd(['serve', '--port', port, '--data', data])
    expect(code).toBe(1)
    const key = /^Personal key: (\S+)/.exec(out)![1]!
    await stopCli(first)
    const second = await start('--data', data)
    expect(await second.surveys(key)).toBe(200)
    await second.stop()
  })

  it('creates other keys for each service', async () => {
    const services = [await start(), await start()]
    expect(new Set(services.flatMap(({ projectKeys }) => projectKeys)).size).toBe(2)
    expect(new Set(services.map(({ personalKey }) => personalKey)).size).toBe(2)
    expect(await services[0]!.flags('phc_demo')).toBe(401)
    expect(await services[0]!.surveys('phx_demo')).toBe(401)
    for (const { stop } of services) await stop()
  })
})

describe('earshot serve --demo', () => {
  it('has the keys that everybody knows', async () => {
    const { out, projectKeys, flags, surveys, stop } = await start('--demo', '--no-demo-data')
    expect(projectKeys).toEqual(['phc_demo'])
    expect(out).toContain('Personal keys: phx_demo')
    expect([await flags('phc_demo'), await surveys('phx_demo')]).toEqual([200, 200])
    await stop()
  })
})
