/** The scopes that endpoints ask for. A write scope covers reading. Interface section 4.2, D-237, D-586. */
export const SCOPES = [
  '*',
  'survey:read',
  'survey:write',
  'activity_log:read',
  'feature_flag:read',
  'feature_flag:write',
  'query:read',
  'person:read',
  'person:write',
  'project:read',
  'user:read',
  'user:write',
] as const
