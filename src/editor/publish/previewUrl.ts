/** URL parameter with the token of a preview. The client reads it. See D-617. */
const PARAMETER = 'earshot_preview'

/** Returns the link that previews a survey on a page; `undefined` when the text is not the URL of one. */
export function previewUrl(page: string, token: string): string | undefined {
  if (!URL.canParse(page)) return undefined
  const url = new URL(page)
  if (!/^https?:$/.test(url.protocol)) return undefined
  url.searchParams.set(PARAMETER, token)
  return url.href
}
