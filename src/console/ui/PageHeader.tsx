import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../../editor/ui/Icon'

interface PageHeaderProps {
  title: string
  /** The list that this page belongs to. */
  parent?: { title: string; href: string }
  /** Beside the title, such as a badge. */
  detail?: ComponentChildren
  /** Buttons. */
  children?: ComponentChildren
}

/** Names the page, also to the tab and to screen readers: the title has the focus after a navigation. */
export function PageHeader({ title, parent, detail, children }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Earshot`
  }, [title])
  useEffect(() => {
    if (document.activeElement?.closest('.navigation, .page') || document.activeElement === document.body)
      heading.current!.focus({ preventScroll: true })
  }, [])
  return (
    <header class="page-header">
      <div class="page-title">
        {parent && (
          <a class="parent-link" href={parent.href}>
            <Icon name="back" />
            {parent.title}
          </a>
        )}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {detail}
      </div>
      {children && <div class="page-actions">{children}</div>}
    </header>
  )
}
