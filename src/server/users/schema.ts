import { z } from '@hono/zod-openapi'

/**
 * What the users' endpoints take. The interface names the first sixteen
 * (section 2.5); `token` and `uuid` are what the operations need. All of them
 * are accepted as they come: none of these operations writes them.
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
    token: z
      .union([z.string(), z.number()])
      .nullish()
      .openapi({ type: 'string', description: 'A code to check.' }),
    uuid: z.string().nullish().openapi({ description: 'The user whose address is meant.' }),
  })
  .openapi('UserWrite')

/** A checked body of a users endpoint. */
export type UserInput = z.output<typeof userWrite>
