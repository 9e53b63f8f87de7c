import { useEffect, useState } from 'preact/hooks'

/** Copies a text and confirms it on the button. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [message, setMessage] = useState('')
  useEffect(() => {
    if (!message) return
    const timer = setTimeout(() => setMessage(''), 2000)
    return () => clearTimeout(timer)
  }, [message])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setMessage('Copied')
    } catch {
      // Clipboard access needs permission and a secure page.
      setMessage('Copy failed. Select the text and copy it.')
    }
  }
  return (
    <button type="button" class="button primary" onClick={copy}>
      <span aria-live="polite">{message || `Copy ${label}`}</span>
    </button>
  )
}
