/**
 * An address that leads somewhere and cannot run code: `https:`, `http:`, `mailto:` or `tel:`.
 *
 * @param options.relative Accept addresses without a scheme as well.
 * @returns The address without the blanks and control characters that browsers ignore (and that could hide a scheme);
 *   `undefined` for every other one. DECISIONS, "Links".
 */
export function safeUrl(address: unknown, options: { relative: boolean }): string | undefined {
  if (typeof address !== 'string') return undefined
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what browsers skip, so "java\nscript:" is a scheme to them.
  const plain = address.replace(/[\u0000-\u001f\u007f]/g, '').trim()
  const isRelative = !/^[^/?#]*?:/.test(plain)
  if (isRelative) return options.relative && plain ? plain : undefined
  return /^(https?:\/*|mailto:|tel:)[^/]/i.test(plain) ? plain : undefined
}
