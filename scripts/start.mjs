// Serves the examples with the reference service inside; builds `dist` first where the sources are newer.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const examples = join(root, 'examples')
const dist = resolve(root, process.env.EARSHOT_OUT ?? 'dist')

/** What the examples load; all of it is there, or it is built. */
const NEEDED = [
  'earshot.js',
  'earshot-surveys.js',
  'earshot-encoders.js',
  'index.js',
  'surveys.js',
  'server.js',
  'node.js',
]

/** How many ports are tried, from the wanted one on. */
const PORTS = 20

const changedAt = path => statSync(path).mtimeMs
const newestSource = () => {
  const files = readdirSync(join(root, 'src'), { recursive: true }).map(name => join(root, 'src', name))
  return Math.max(...[...files, join(root, 'rollup.config.mjs')].map(changedAt))
}
const isBuilt = () => {
  const files = NEEDED.map(name => join(dist, name))
  return files.every(existsSync) && Math.min(...files.map(changedAt)) >= newestSource()
}

/** The server is TypeScript, which Node 20 does not read; it is bundled to where its packages can be found. */
async function loadServer() {
  const outfile = join(root, 'node_modules/.cache/earshot/example-server.mjs')
  mkdirSync(dirname(outfile), { recursive: true })
  await build({
    entryPoints: [join(examples, 'server/createExampleServer.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['esbuild'],
    alias: { 'earshot/server': join(dist, 'server.js'), 'earshot/node': join(dist, 'node.js') },
    logLevel: 'error',
  })
  return import(pathToFileURL(outfile).href)
}

async function listen(createExampleServer, wanted) {
  for (let port = wanted; port < wanted + PORTS; port++) {
    try {
      return await createExampleServer({ examples, dist, port })
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error
      console.log(`Port ${port} is taken.`)
    }
  }
  throw new Error(
    `No port from ${wanted} to ${wanted + PORTS - 1} is free; name another one with PORT or --port`,
  )
}

const { values } = parseArgs({ options: { port: { type: 'string' } } })
const wanted = Number(values.port ?? process.env.PORT ?? 8080)

if (!isBuilt()) {
  console.log('Building ...')
  const { status } = spawnSync('npm', ['run', 'build', '--silent'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) process.exit(status ?? 1)
}
const { createExampleServer } = await loadServer()
const server = await listen(createExampleServer, wanted)

console.log(`
  Earshot examples   ${server.url}/

  Ctrl+C stops the server.
`)

let isStopping = false
const stop = async () => {
  // A second signal does not wait for the first.
  if (isStopping) process.exit(1)
  isStopping = true
  await server.close()
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
