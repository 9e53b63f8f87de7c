import { z } from '@hono/zod-openapi'
import { parseAnyJsonBody } from '../http/parseJsonBody'
import type { UserContext } from '../http/requestContext'
import { isObject } from '../lib/values'

/**
 * The body of the user endpoints.
 *
 * The first sixteen fields are those of interface section 2.5. Any value is
 * accepted, as no operation writes them. The operations use `token` and `uuid`.
 */
export const userWrite = z
  .looseObject({
    first_name: z.unknown().optional().openapi({ type: 'string' }),
    last_name: z.unknown().optional().openapi({ type: 'string' }),
    email: z.unknown().optional().openapi({ type: 'string' }),
    notification_settings: z.unknown().optional().openapi({ type: 'object' }),
    anonymize_data: z.unknown().optional().openapi({ type: 'boolean' }),
    toolbar_mode: z.unknown().optional(),
    is_staff: z
      .unknown()
      .optional()
      .openapi({ type: 'boolean', description: 'Whether the user can log into the admin site.' }),
    set_current_organization: z.unknown().optional().openapi({ type: 'string' }),
    set_current_team: z.unknown().optional().openapi({ type: 'string' }),
    password: z.unknown().optional().openapi({ type: 'string' }),
    current_password: z.unknown().optional().openapi({ type: 'string' }),
    events_column_config: z.unknown().optional(),
    has_seen_product_intro_for: z.unknown().optional(),
    theme_mode: z.unknown().optional(),
    hedgehog_config: z.unknown().optional(),
    role_at_organization: z.unknown().optional(),
    token: z.unknown().optional().openapi({ type: 'string', description: 'The code to verify.' }),
    uuid: z
      .unknown()
      .optional()
      .openapi({ type: 'string', description: 'The user whose email address is verified.' }),
  })
  .openapi('UserWrite')

/** Whether a body has no token. An empty text is a wrong one. See D-378. */
export function isMissing(token: unknown): boolean {
  return token === undefined || token === null
}

/** The body of a user endpoint. */
export type UserInput = z.output<typeof userWrite>

/** Parses the body of a user endpoint. Any JSON is accepted: a list or null has none of the fields. See D-624. */
export function parseUserBody(context: UserContext): UserInput {
  const body = parseAnyJsonBody(context)
  return isObject(body) ? body : {}
}
