import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../../editor/ui/Icon'

/** Milliseconds that the button says that the text was copied. */
const COPIED_MS = 2000

/** A text in a field, and a button that copies it. */
export function CopyBlock({ label, text }: { label: string; text: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // The clipboard needs HTTPS and a permission: the visitor copies the selected text.
      field.current?.select()
    }
  }
  return (
    <div class="copy-block">
      <textarea ref={field} class="code" aria-label={label} readOnly value={text} />
      <button type="button" class="button" onClick={copy}>
        <Icon name={isCopied ? 'check' : 'copy'} />
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
      </button>
    </div>
  )
}
