/**
 * Returns a URL that cannot run code: `https:`, `http:`, `mailto:` or `tel:`.
 *
 * @param options.relative Whether to accept URLs without a scheme. One that leads to another host gets `https:`. See D-365.
 * @returns The URL without the blanks and control characters that browsers ignore, because these could hide a scheme;
 *   `undefined` for all others. See D-219.
 */
export function safeUrl(url: unknown, options: { relative: boolean }): string | undefined {
  if (typeof url !== 'string') return undefined
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip these, so "java\nscript:" is a scheme to them.
  const trimmed = url.replace(/[\u0000-\u001f\u007f]/g, '').trim()
  // Two slashes lead to another host, and browsers read a backslash as one.
  const plain = options.relative ? trimmed.replace(/^[/\\]{2,}/, 'https://') : trimmed
  const isRelative = !/^[^/?#]*?:/.test(plain)
  if (isRelative) return options.relative && plain ? plain : undefined
  return /^(https?:\/*|mailto:|tel:)[^/]/i.test(plain) ? plain : undefined
}
