/**
 * Returns a URL that cannot run code: `https:`, `http:`, `mailto:` or `tel:`.
 *
 * @param options.relative Whether to accept URLs without a scheme.
 * @returns The URL without the blanks and control characters that browsers ignore, because these could hide a scheme;
 *   `undefined` for all others. See D-219.
 */
export function safeUrl(url: unknown, options: { relative: boolean }): string | undefined {
  if (typeof url !== 'string') return undefined
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip these, so "java\nscript:" is a scheme to them.
  const plain = url.replace(/[\u0000-\u001f\u007f]/g, '').trim()
  const isRelative = !/^[^/?#]*?:/.test(plain)
  if (isRelative) return options.relative && plain ? plain : undefined
  return /^(https?:\/*|mailto:|tel:)[^/]/i.test(plain) ? plain : undefined
}
