import type { TargetedFocusEvent } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * Keeps the focus in a table when the row that has it leaves: in the row that takes its place, the last row, or else the header.
 * Browsers would move it to the start of the page. Returns props of the `tbody`.
 */
export function useRowFocus() {
  const ref = useRef<HTMLTableSectionElement>(null)
  const focused = useRef<{ row: Element; index: number }>(undefined)
  const onFocusIn = ({ target, currentTarget }: TargetedFocusEvent<HTMLElement>) => {
    const row = (target as Element).closest('tr')!
    focused.current = { row, index: [...currentTarget.children].indexOf(row) }
  }
  useLayoutEffect(() => {
    const { row, index } = focused.current ?? {}
    if (!row || row.isConnected || document.activeElement !== document.body) return
    const body = ref.current!
    const place = body.children[index!] ?? body.lastElementChild ?? body.parentElement!
    place.querySelector<HTMLElement>('a, button')?.focus()
  })
  return { ref, onFocusIn }
}
