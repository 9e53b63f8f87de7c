import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Service } from './service'

/** The console as it is served: the files by path. */
export type Console = ReadonlyMap<string, ConsoleFile>

/** All replies with a file share its bytes. See D-750. */
type FileBytes = Buffer<ArrayBuffer>

/** A file in memory. */
interface ConsoleFile {
  type: string
  bytes: FileBytes
  etag: string
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** The modules of the browser build that the pages import: the entries, and the chunks that entries load. */
const LIBRARY = /^(index|surveys|server|(chunk|service)-[\w-]+)\.js$/

/** The preview of the editor is a frame without a URL, which has the policy of its page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  // Logos, and images in descriptions, as visitors see them. See D-639.
  "img-src 'self' data: https:",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/**
 * Reads the console from the folder of the build: its pages, and the browser build that they import. See D-601.
 *
 * @param demoKey The personal key that the pages sign in with. It is written into them, so everybody may know it.
 * @returns Undefined when the folder has no console.
 */
export async function readConsole(folder: string, demoKey?: string): Promise<Console | undefined> {
  const pages = await readFiles(join(folder, 'console'), () => true)
  const library = await readFiles(folder, name => LIBRARY.test(name))
  const index = pages.find(([name]) => name === 'index.html')
  if (!index) return undefined
  const files = [
    ['/', ...index] as const,
    ...pages.map(file => [`/console/${file[0]}`, ...file] as const),
    ...library.map(file => [`/console/lib/${file[0]}`, ...file] as const),
  ]
  return new Map(
    files.map(([path, name, bytes]) => [path, consoleFile(name, withBoot(name, bytes, demoKey))]),
  )
}

/** Reads the files of a folder whose type the console has. A folder that does not exist has none. */
async function readFiles(
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<[name: string, bytes: FileBytes][]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter(entry => entry.isFile()).map(({ name }) => name)
  return Promise.all(
    names
      .filter(name => extname(name) in TYPES && isWanted(name))
      .map(async (name): Promise<[string, FileBytes]> => [name, await readFile(join(folder, name))]),
  )
}

/** Adds the key of a demonstration to a page, as JSON, which the policy allows because no browser runs it. */
function withBoot(name: string, bytes: FileBytes, demoKey: string | undefined): FileBytes {
  if (demoKey === undefined || !name.endsWith('.html')) return bytes
  const boot = JSON.stringify({ demo: true, key: demoKey }).replaceAll('<', '\\u003c')
  const script = `<script type="application/json" id="boot">${boot}</script>`
  return Buffer.from(bytes.toString().replace('</head>', () => `${script}</head>`))
}

function consoleFile(name: string, bytes: FileBytes): ConsoleFile {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return { type: TYPES[extname(name)]!, bytes, etag: `"${hash}"` }
}

/** Adds the console to a service: `/` is its first page. Only the paths of its files are answered. */
export function serveConsole(service: Pick<Service, 'fetch'>, files: Console): Pick<Service, 'fetch'> {
  const compressed = new Map<ConsoleFile, FileBytes>()
  /** Compresses each file once, when a browser asks for it. */
  const compress = (file: ConsoleFile): FileBytes => {
    const bytes = compressed.get(file) ?? gzipSync(file.bytes)
    compressed.set(file, bytes)
    return bytes
  }
  return {
    fetch: async (input, init, connection) => {
      const file = input instanceof Request ? findFile(files, input) : undefined
      return file ? respond(input as Request, file, compress) : service.fetch(input, init, connection)
    },
  }
}

function findFile(files: Console, { method, url }: Request): ConsoleFile | undefined {
  return method === 'GET' || method === 'HEAD' ? files.get(new URL(url).pathname) : undefined
}

function respond(
  { method, headers }: Request,
  file: ConsoleFile,
  compress: (file: ConsoleFile) => FileBytes,
) {
  const isPage = file.type.startsWith('text/html')
  const isGzip = acceptsGzip(headers.get('accept-encoding'))
  const sent = new Headers({
    'Content-Type': file.type,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    Vary: 'Accept-Encoding',
    ...(isPage
      ? { 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store' }
      : // The names stay the same in each version.
        { 'Cache-Control': 'no-cache', ETag: file.etag }),
  })
  if (!isPage && headers.get('if-none-match')?.includes(file.etag))
    return new Response(null, { status: 304, headers: sent })
  const body = isGzip ? compress(file) : file.bytes
  if (isGzip) sent.set('Content-Encoding', 'gzip')
  sent.set('Content-Length', String(body.length))
  return new Response(method === 'HEAD' ? null : body, { headers: sent })
}

/** Whether a header names gzip, and does not refuse it with a quality of 0. */
function acceptsGzip(header: string | null): boolean {
  return (header ?? '').split(',').some(part => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(part))
}
