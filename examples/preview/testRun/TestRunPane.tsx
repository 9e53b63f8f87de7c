import type { StoredEvent } from 'earshot/server'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useStore, useSurvey } from '../state/store'
import { findByFocusKey, focusAfterRender } from '../ui/focus'
import { IconButton } from '../ui/IconButton'
import type { Check, Stats, TestRun } from './createTestRun'
import { EventLog } from './EventLog'

/** The survey on this very page, run by the real client: what it sends, and what the service makes of it. */
export function TestRunPane() {
  const store = useStore()
  const survey = useSurvey()
  const [events, setEvents] = useState<StoredEvent[]>([])
  const [stats, setStats] = useState<Stats>()
  const [checks, setChecks] = useState<Check[]>([])
  const testRun = useRef<TestRun | null>(null)

  useEffect(() => {
    let isStopped = false
    const start = async () => {
      // The service is large; who does not try the survey does not load it.
      const { createTestRun: createTryOut } = await import('./createTestRun')
      if (isStopped) return
      const tryOut = createTryOut(survey, event => {
        setEvents(before => [...before, event])
        void refresh(tryOut)
      })
      const refresh = async (of: TestRun) => {
        const [counted, explained] = await Promise.all([of.stats(), of.explain()])
        if (isStopped) return
        setStats(counted)
        setChecks(explained)
      }
      testRun.current = tryOut
      await refresh(tryOut)
      if (!isStopped) tryOut.show()
    }
    void start()
    return () => {
      isStopped = true
      setEvents([])
      void testRun.current?.stop()
      testRun.current = null
    }
  }, [survey])

  const close = () => {
    store.set({ dialog: null })
    focusAfterRender(() => findByFocusKey('testRun'))
  }
  const triggers = survey.conditions?.events?.values ?? []
  return (
    <section class="pane try" aria-label="Try it on the page">
      <div class="pane-head">
        <h2>On this page</h2>
        <IconButton icon="close" label="Stop trying" onClick={close} focusKey="stop-try" />
      </div>
      <div class="scroll">
        <div class="section">
          <p class="hint">
            The survey runs for real, against a service inside this page. Nothing leaves your browser.
          </p>
          <div class="copy-row">
            <button type="button" class="button primary" onClick={() => testRun.current?.show()}>
              Show it again
            </button>
            <button
              type="button"
              class="button"
              onClick={() => {
                testRun.current?.newVisitor()
                testRun.current?.show()
              }}
            >
              As another visitor
            </button>
          </div>
          {triggers.length > 0 && (
            <div class="copy-row">
              {triggers.map(({ name }) => (
                <button key={name} type="button" class="chip" onClick={() => testRun.current?.capture(name)}>
                  Capture “{name}”
                </button>
              ))}
            </div>
          )}
          {stats && <Statistics stats={stats} />}
          <EventLog events={events} />
          {checks.length > 0 && <Checks checks={checks} />}
        </div>
      </div>
    </section>
  )
}

function Statistics({ stats }: { stats: Stats }) {
  const rows: [name: string, value: string | number][] = [
    ['Shown', stats.shown],
    ['Sent', stats.sent],
    ['Dismissed', stats.dismissed],
    ['Visitors', stats.visitors],
    ['Answered', `${stats.responseRate} %`],
  ]
  return (
    <dl class="stats" aria-label="Statistics">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What the client would look at before it showed the survey by itself. */
function Checks({ checks }: { checks: readonly Check[] }) {
  return (
    <details class="more">
      <summary>Would it show by itself here?</summary>
      <ul class="checks">
        {checks.map(({ name, passes: holds }) => (
          <li key={name} class={holds ? 'good' : 'poor'}>
            {name}: {holds ? 'yes' : 'no'}
          </li>
        ))}
      </ul>
    </details>
  )
}
