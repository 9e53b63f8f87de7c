import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { EXAMPLES } from '../projects'
import type { Bundle } from './bundles'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
}

const packed = promisify(gzip)

interface Places {
  examples: string
  dist: string
  bundle: Bundle
}

/**
 * Answers for the pages, their styles and modules, and `/dist/`. A page of an example gets the panel put in, so that the
 * folder itself holds nothing but what a site would have.
 *
 * @returns `undefined` for what is no file.
 */
export function createFiles({ examples, dist, bundle }: Places) {
  const contentOf = async (path: string): Promise<{ type: string; text: string } | undefined> => {
    const page = await pageFile(examples, path)
    if (page) return { type: '.html', text: withPanel(await readFile(page, 'utf8'), path) }
    const code = await bundle(path)
    if (code !== undefined) return { type: '.js', text: code }
    const type = extname(path)
    if (!TYPES[type]) return undefined
    const file = path.startsWith('/dist/') ? join(dist, path.slice('/dist/'.length)) : join(examples, path)
    return (await isFile(file)) ? { type, text: await readFile(file, 'utf8') } : undefined
  }

  return async (request: Request): Promise<Response | undefined> => {
    const { pathname } = new URL(request.url)
    if (request.method !== 'GET') return undefined
    if (EXAMPLES.some(({ folder }) => pathname === `/${folder}`))
      return Response.redirect(`${request.url}/`, 308)
    const content = await contentOf(pathname)
    if (!content) return undefined
    const headers = new Headers({
      'content-type': TYPES[content.type]!,
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      // A page of another origin may load the script as well.
      'access-control-allow-origin': '*',
    })
    if (!request.headers.get('accept-encoding')?.includes('gzip'))
      return new Response(content.text, { headers })
    headers.set('content-encoding', 'gzip')
    return new Response(await packed(content.text), { headers })
  }
}

/** The document for an address: of the start page, of an example, and of every route of one that has its own routes. */
async function pageFile(examples: string, path: string): Promise<string | undefined> {
  if (path === '/') return join(examples, 'index.html')
  const example = EXAMPLES.find(({ folder }) => path.startsWith(`/${folder}/`))
  if (!example || extname(path)) return undefined
  const rest = path.slice(example.folder.length + 2)
  return rest === '' || example.hasRoutes ? join(examples, example.folder, 'index.html') : undefined
}

function withPanel(html: string, path: string): string {
  const example = EXAMPLES.find(({ folder }) => path.startsWith(`/${folder}/`))
  if (example?.projectId === undefined) return html
  const tag = `<script type="module" src="/panel/main.tsx?project=${example.projectId}"></script>`
  return html.replace('</body>', `${tag}</body>`)
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch {
    // Not there: somebody else may have an answer.
    return false
  }
}
