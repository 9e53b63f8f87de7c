import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from '../../editor/ui/Icon'
import type { ApiError } from '../api/errors'
import { snippetOf } from '../snippet'
import { CopyBlock } from './CopyBlock'
import { useConsole } from './consoleContext'

/** Takes the place of a list without entries, and says what to do next. */
export function EmptyState({
  icon,
  title,
  children,
}: {
  icon: IconName
  title: string
  children?: ComponentChildren
}) {
  return (
    <div class="empty-page">
      <span class="empty-icon">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** The script tag of the project, ready to copy. */
export function ProjectSnippet() {
  const { project } = useConsole()
  return <CopyBlock label="Script tag of this project" text={snippetOf(project.api_token, location.origin)} />
}

/** Takes the place of a part of a page that cannot be loaded. A lost connection is retried by itself. */
export function LoadError({ error, onRetry }: { error: ApiError; onRetry(): void }) {
  const isOffline = error.kind === 'offline'
  return (
    <div class="empty-page" role="alert">
      <span class="empty-icon">
        <Icon name="warning" />
      </span>
      <h2>{isOffline ? 'No connection' : 'This cannot be shown'}</h2>
      <p>
        {error.message}
        {isOffline && ' The page loads as soon as it does.'}
      </p>
      <button type="button" class="button" onClick={onRetry}>
        <Icon name="restart" />
        Try again
      </button>
    </div>
  )
}

/** A sentence above a part of a page, such as the failure of a later load. */
export function Notice({
  kind = 'info',
  children,
}: {
  kind?: 'info' | 'warning' | 'error'
  children: ComponentChildren
}) {
  return (
    <div class={`banner ${kind}`} role={kind === 'error' ? 'alert' : undefined}>
      <Icon name={kind === 'info' ? 'pulse' : kind} />
      <div>{children}</div>
    </div>
  )
}

/** Grey lines that have the size of what is loading. */
export function Skeleton({ rows, height }: { rows: number; height: number }) {
  return (
    <div class="skeleton" aria-busy="true">
      <span class="visually-hidden">Loading…</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} style={{ blockSize: `${height}px` }} />
      ))}
    </div>
  )
}
