// Serves the examples and the reference service. Builds `dist` first if the sources are newer.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const examples = join(root, 'examples')
const dist = resolve(root, process.env.EARSHOT_OUT ?? 'dist')

/** Files in `dist` that the examples load. */
const REQUIRED_FILES = [
  'earshot.js',
  'earshot-surveys.js',
  'earshot-encoders.js',
  'earshot-words.js',
  'index.js',
  'surveys.js',
  'react.js',
  'server.js',
  'node.js',
]

/** Number of ports to try, starting with the requested one. */
const MAX_PORTS = 20

const modifiedAt = path => statSync(path).mtimeMs
const newestSource = () => {
  const files = readdirSync(join(root, 'src'), { recursive: true }).map(name => join(root, 'src', name))
  return Math.max(...[...files, join(root, 'rollup.config.mjs')].map(modifiedAt))
}
const isBuilt = () => {
  const files = REQUIRED_FILES.map(name => join(dist, name))
  return files.every(existsSync) && Math.min(...files.map(modifiedAt)) >= newestSource()
}

/** Bundles the server, because Node 20 does not run TypeScript. The bundle is in `node_modules`, where it finds its packages. */
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
    external: ['esbuild', 'react', 'react-dom'],
    jsx: 'automatic',
    alias: {
      earshot: join(dist, 'index.js'),
      'earshot/react': join(dist, 'react.js'),
      'earshot/server': join(dist, 'server.js'),
      'earshot/node': join(dist, 'node.js'),
    },
    logLevel: 'error',
  })
  return import(pathToFileURL(outfile).href)
}

async function listen(createExampleServer, firstPort) {
  for (let port = firstPort; port < firstPort + MAX_PORTS; port++) {
    try {
      return await createExampleServer({ examples, dist, port })
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error
      console.log(`Port ${port} is in use.`)
    }
  }
  throw new Error(
    `No port from ${firstPort} to ${firstPort + MAX_PORTS - 1} is free. Set another port with PORT or --port.`,
  )
}

const { values } = parseArgs({ options: { port: { type: 'string' } } })
const firstPort = Number(values.port ?? process.env.PORT ?? 8080)

if (!isBuilt()) {
  console.log('Building ...')
  const { status } = spawnSync('npm', ['run', 'build', '--silent'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) process.exit(status ?? 1)
}
const { createExampleServer } = await loadServer()
const server = await listen(createExampleServer, firstPort)

console.log(`
  Earshot examples   ${server.url}/

  Press Ctrl+C to stop.
`)

let isStopping = false
const stop = async () => {
  // A second signal exits immediately.
  if (isStopping) process.exit(1)
  isStopping = true
  await server.close()
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
