import { parseHtml } from './parseHtml'
import { IDS } from './view'

interface RichTextProps {
  text: string | null | undefined
  type: 'html' | 'text' | undefined
}

/** A description: text, or HTML when its author chose that. */
export function RichText({ text, type }: RichTextProps) {
  if (!text) return null
  return (
    <div class="desc" id={IDS.desc} part="description">
      {type === 'html' ? parseHtml(`${text}`) : text}
    </div>
  )
}
