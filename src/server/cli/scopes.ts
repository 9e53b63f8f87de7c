/** The scopes that endpoints ask for. A write scope covers reading. Interface section 4.2, D-237. */
export const SCOPES = [
  '*',
  'survey:read',
  'survey:write',
  'activity_log:read',
  'feature_flag:read',
  'feature_flag:write',
  'user:read',
  'user:write',
] as const
