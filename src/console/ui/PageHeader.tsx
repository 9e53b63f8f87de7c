import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
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

/** Names the page, also to the tab. */
export function PageHeader({ title, parent, detail, children }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Earshot`
  }, [title])
  return (
    <header class="page-header">
      <div class="page-title">
        {parent && (
          <a class="parent-link" href={parent.href}>
            <Icon name="back" />
            {parent.title}
          </a>
        )}
        <h1>{title}</h1>
        {detail}
      </div>
      {children && <div class="page-actions">{children}</div>}
    </header>
  )
}
