import type { z } from '@hono/zod-openapi'
import type { Reply } from './reply'
import type { ManagementContext, RequestContext, UserContext } from './requestContext'

/** What a route says about one of its answers. */
interface RouteReply {
  description: string
  /** Missing: no body. */
  schema?: z.ZodType
}

interface RouteBase {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** As in `wire/paths.ts`; with and without a slash at the end. */
  path: string
  /** One sentence, for the description of the interface. */
  summary: string
  query?: z.ZodObject
  body?: z.ZodType
  replies: Record<number, RouteReply>
  /** True: not part of the interface, left out of its description. */
  isHidden?: boolean
}

/** For anybody, from any origin. Interface section 5. */
export interface PublicRoute extends RouteBase {
  access: 'public'
  /** What older clients call; `legacyRoutes: false` switches it off. */
  isLegacy?: boolean
  handle: (context: RequestContext) => Promise<Reply>
}

/** For holders of a personal key with a scope. Interface section 5. */
export interface ManagementRoute extends RouteBase {
  access: 'management'
  scope: string
  handle: (context: ManagementContext) => Promise<Reply>
}

/** For holders of any personal key, or for nobody in particular. Interface section 4.1. */
export interface UserRoute extends RouteBase {
  access: 'user'
  /** True: no key is needed, as whoever verifies an address may not be logged in. */
  allowsAnonymous?: boolean
  handle: (context: UserContext) => Promise<Reply>
}

/** A row of the table of endpoints. */
export type Route = PublicRoute | ManagementRoute | UserRoute
