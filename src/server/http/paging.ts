import type { z } from '@hono/zod-openapi'
import { invalidInput } from './reply'

/** The requested part of a list. */
export interface Page {
  limit: number
  offset: number
}

const DEFAULT_LIMIT = 100

/** Reads `limit` and `offset`. An invalid number counts as missing. Interface section 4.2. */
export function parsePage(query: URLSearchParams): Page {
  return { limit: parseCount(query.get('limit')) || DEFAULT_LIMIT, offset: parseCount(query.get('offset')) }
}

/** No page of a list with a cursor has more rows. */
const MAX_CURSOR_LIMIT = 200

/** Reads the `limit` of a list with a cursor, at most 200. An invalid number counts as missing. See D-589. */
export function parseCursorLimit(query: URLSearchParams): number {
  return Math.min(parseCount(query.get('limit')) || DEFAULT_LIMIT, MAX_CURSOR_LIMIT)
}

/** Returns the URL of the page that begins at a cursor, with all other query parameters; null without a cursor. */
export function cursorLink(url: URL, cursor: string | number | undefined): string | null {
  if (cursor === undefined) return null
  const link = new URL(url)
  link.searchParams.set('cursor', String(cursor))
  return link.href
}

/**
 * Returns the parameters of a query. An empty one counts as missing.
 *
 * @param ids Parameters that name one person. Without a value, they would mean everyone.
 */
export function queryFields(query: URLSearchParams, ids: readonly string[] = []): Record<string, string> {
  return Object.fromEntries([...query].filter(([name, value]) => value !== '' || ids.includes(name)))
}

/**
 * Checks that a query has no parameter but those of a schema. `format=json` is what every reply is, and `_` keeps caches away.
 *
 * @throws HttpError 400 for another one: without the filter that it stands for, a list would be that of everyone. See D-760.
 */
export function requireKnownParameters(query: URLSearchParams, { shape }: z.ZodObject): void {
  for (const [name, value] of query) {
    if (Object.hasOwn(shape, name) || name === '_' || (name === 'format' && value === 'json')) continue
    const known = Object.keys(shape).join(', ')
    throw invalidInput(`There is no parameter of this name. Expected one of ${known}.`, name)
  }
}

function parseCount(text: string | null): number {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 0
}

/** Returns the URLs of the next and the previous page, with all other query parameters. */
export function pageLinks(
  url: URL,
  { limit, offset }: Page,
  count: number,
): { next: string | null; previous: string | null } {
  const linkAt = (position: number): string => {
    const link = new URL(url)
    link.searchParams.set('limit', String(limit))
    if (position > 0) link.searchParams.set('offset', String(position))
    else link.searchParams.delete('offset')
    return link.href
  }
  return {
    next: offset + limit < count ? linkAt(offset + limit) : null,
    previous: offset > 0 ? linkAt(Math.max(0, offset - limit)) : null,
  }
}
