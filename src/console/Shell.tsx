import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../editor/ui/Icon'
import { PAGES, type PageEntry } from './pages'
import { hrefOf } from './router'
import { Brand } from './ui/Brand'
import { useConsole } from './ui/consoleContext'
import { EmptyState } from './ui/Messages'
import { PageHeader } from './ui/PageHeader'
import { useConnectionLost } from './ui/useConnectionLost'
import { useRoute } from './ui/useRoute'

/** Navigation, project switcher, and the page of the address. */
export function Shell({ onProject, onSignOut }: { onProject(id: number): void; onSignOut(): void }) {
  const { may } = useConsole()
  const { page, id, query } = useRoute()
  const entry = PAGES.find(({ name }) => name === page)
  const main = useRef<HTMLElement>(null)
  useNewPage([page, id], () => {
    scrollTo(0, 0)
    main.current!.focus()
  })
  return (
    <div class="shell">
      <button type="button" class="skip-link" onClick={() => main.current!.focus()}>
        Skip to content
      </button>
      <aside class="sidebar">
        <div class="project">
          <Brand />
          <ProjectSwitcher onProject={onProject} />
        </div>
        <nav class="navigation" aria-label="Pages">
          <ul>
            {PAGES.map(({ name, label, icon }) => (
              <li key={name}>
                <a href={hrefOf(name)} aria-current={name === page ? (id ? 'true' : 'page') : undefined}>
                  <Icon name={icon} />
                  <span>{label}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <Account onSignOut={onSignOut} />
      </aside>
      <main ref={main} class="page" tabIndex={-1}>
        <ConnectionBanner />
        {!entry && <NoPage />}
        {entry && !may(entry.scope) && <MissingScope entry={entry} />}
        {entry && may(entry.scope) && (
          <entry.Page key={`${page}/${id ?? ''}`} {...(id !== undefined && { id })} query={query} />
        )}
      </main>
    </div>
  )
}

/** Calls a function when another page is open, which is what a browser does by itself for a new document. */
function useNewPage(address: readonly unknown[], onNewPage: () => void): void {
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) onNewPage()
    isFirst.current = false
  }, address)
}

function ProjectSwitcher({ onProject }: { onProject(id: number): void }) {
  const { session, project } = useConsole()
  if (session.projects.length === 1) return <strong class="project-name">{project.name}</strong>
  return (
    <label class="project-name">
      <span class="visually-hidden">Project</span>
      <select value={project.id} onChange={({ currentTarget }) => onProject(Number(currentTarget.value))}>
        {session.projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function Account({ onSignOut }: { onSignOut(): void }) {
  const { label, mask_value } = useConsole().session.currentKey
  return (
    <div class="account">
      <span class="account-key" title={label}>
        {label || 'Personal key'}
        {mask_value && <code>{mask_value}</code>}
      </span>
      <button type="button" class="icon-button" aria-label="Sign out" title="Sign out" onClick={onSignOut}>
        <Icon name="leave" />
      </button>
    </div>
  )
}

function ConnectionBanner() {
  const { connection } = useConsole()
  const isLost = useConnectionLost()
  return (
    <div role="status" class="connection">
      {isLost && (
        <div class="banner warning">
          <Icon name="warning" />
          <div>The service does not answer. What you see may be out of date.</div>
          <button type="button" class="text-button" onClick={connection.retry}>
            Try now
          </button>
        </div>
      )}
    </div>
  )
}

function MissingScope({ entry: { label, icon, scope } }: { entry: PageEntry }) {
  return (
    <div>
      <PageHeader title={label} />
      <EmptyState icon={icon} title="Your key may not see this page">
        <p>
          It needs the scope <code>{scope}</code>. <code>earshot keys create --scope {scope}</code> creates a
          key that has it.
        </p>
      </EmptyState>
    </div>
  )
}

function NoPage() {
  return (
    <div>
      <PageHeader title="No such page" />
      <EmptyState icon="search" title="This address leads nowhere">
        <a class="button" href={hrefOf('surveys')}>
          Surveys
        </a>
      </EmptyState>
    </div>
  )
}
