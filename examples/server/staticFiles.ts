import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { EXAMPLES } from '../projects'
import type { Bundler } from './bundler'

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
}

const gzipAsync = promisify(gzip)

interface StaticFilesOptions {
  examples: string
  dist: string
  bundler: Bundler
  /** Path -> renders the page there. */
  pages: Record<string, (request: Request) => Promise<string>>
}

/**
 * Creates the handler for pages, style sheets, modules and `/dist/`. It injects the panel into the pages, so that the folders
 * of the examples contain only the code of a site.
 *
 * The handler returns `undefined` when there is no such file.
 */
export function createStaticFiles({ examples, dist, bundler, pages }: StaticFilesOptions) {
  const readContent = async (
    path: string,
    request: Request,
  ): Promise<{ type: string; text: string } | undefined> => {
    const rendered = await pages[path]?.(request)
    if (rendered !== undefined) return { type: '.html', text: injectPanel(rendered, path) }
    const page = await pageFile(examples, path)
    if (page) return { type: '.html', text: injectPanel(await readFile(page, 'utf8'), path) }
    const code = await bundler(path)
    if (code !== undefined) return { type: '.js', text: code }
    const type = extname(path)
    if (!CONTENT_TYPES[type]) return undefined
    const file = filePath(path)
    return (await isFile(file)) ? { type, text: await readFile(file, 'utf8') } : undefined
  }

  const filePath = (path: string): string => {
    if (path.startsWith('/dist/')) return join(dist, path.slice('/dist/'.length))
    // The survey editor is not an example: its page has only an entry there.
    return path.startsWith('/src/') ? join(examples, '..', path) : join(examples, path)
  }

  return async (request: Request): Promise<Response | undefined> => {
    const { pathname } = new URL(request.url)
    if (request.method !== 'GET') return undefined
    if (EXAMPLES.some(({ folder }) => pathname === `/${folder}`))
      return Response.redirect(`${request.url}/`, 308)
    const content = await readContent(pathname, request)
    if (!content) return undefined
    const headers = new Headers({
      'content-type': CONTENT_TYPES[content.type]!,
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      // Pages of other origins may load the script.
      'access-control-allow-origin': '*',
    })
    if (!request.headers.get('accept-encoding')?.includes('gzip'))
      return new Response(content.text, { headers })
    headers.set('content-encoding', 'gzip')
    return new Response(await gzipAsync(content.text), { headers })
  }
}

/** Returns the document for a path: the start page, an example, or a route of an example with client-side routing. */
async function pageFile(examples: string, path: string): Promise<string | undefined> {
  if (path === '/') return join(examples, 'index.html')
  const example = EXAMPLES.find(({ folder }) => path.startsWith(`/${folder}/`))
  if (!example || extname(path)) return undefined
  const rest = path.slice(example.folder.length + 2)
  return rest === '' || example.hasRoutes ? join(examples, example.folder, 'index.html') : undefined
}

function injectPanel(html: string, path: string): string {
  const example = EXAMPLES.find(({ folder }) => path.startsWith(`/${folder}/`))
  if (example?.projectId === undefined) return html
  const tag = `<script type="module" src="/panel/main.tsx?project=${example.projectId}"></script>`
  return html.replace('</body>', `${tag}</body>`)
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch {
    // Not found: the service may have a route for the path.
    return false
  }
}
