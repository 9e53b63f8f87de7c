import type { z } from '@hono/zod-openapi'
import type { Reply } from './reply'
import type { ManagementContext, RequestContext, UserContext } from './requestContext'

/** The description of a reply. */
interface RouteReply {
  description: string
  /** Missing when the reply has no body. */
  schema?: z.ZodType
}

interface RouteBase {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** In the syntax of `wire/paths.ts`. The route is served with and without a slash at the end. */
  path: string
  /** One sentence for the OpenAPI document. */
  summary: string
  query?: z.ZodObject
  body?: z.ZodType
  replies: Record<number, RouteReply>
  /** Leaves the route out of the OpenAPI document, as it is not part of the interface. */
  isHidden?: boolean
}

/** A route without a personal key, open to pages of any origin. Interface section 5. */
export interface PublicRoute extends RouteBase {
  access: 'public'
  /** Marks a route for older clients. `legacyRoutes: false` switches it off. */
  isLegacy?: boolean
  /** Answers although the store is not available yet. */
  needsNoStore?: boolean
  handle: (context: RequestContext) => Promise<Reply>
}

/** A route that needs a personal key with a scope. Interface section 5. */
export interface ManagementRoute extends RouteBase {
  access: 'management'
  scope: string
  handle: (context: ManagementContext) => Promise<Reply>
}

/** A route that takes any personal key. Interface section 4.1. */
export interface UserRoute extends RouteBase {
  access: 'user'
  /** Makes the key optional: a user who verifies an address may not be logged in. */
  allowsAnonymous?: boolean
  /** Leaves the route open when `requireUserScopes` is on. See D-237. */
  needsNoScope?: boolean
  handle: (context: UserContext) => Promise<Reply>
}

/** A row of the route table. */
export type Route = PublicRoute | ManagementRoute | UserRoute
