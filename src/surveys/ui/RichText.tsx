import { parseHtml } from './parseHtml'
import { IDS } from './view'

/** A description: text as it is, or HTML where its author said that it is some. */
export function RichText({
  text,
  type,
}: {
  text: string | null | undefined
  type: 'html' | 'text' | undefined
}) {
  if (!text) return null
  return (
    <div class="about" id={IDS.about} part="description">
      {type === 'html' ? parseHtml(`${text}`) : text}
    </div>
  )
}
