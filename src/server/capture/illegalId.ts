const ANY_CASE = new Set([
  'anonymous',
  'guest',
  'distinctid',
  'distinct_id',
  'id',
  'not_authenticated',
  'email',
  'undefined',
  'true',
  'false',
])
const EXACT = new Set(['[object Object]', 'NaN', 'None', 'none', 'null', '0', 'undefined'])

/**
 * Whether an id is what a programming mistake leaves behind: merging it would
 * make one person of many. DECISIONS, "Merges".
 */
export function isIllegalId(id: string): boolean {
  const bare = id.trim().replace(/^(['"])(.*)\1$/, '$2')
  return bare === '' || EXACT.has(bare) || ANY_CASE.has(bare.toLowerCase())
}
