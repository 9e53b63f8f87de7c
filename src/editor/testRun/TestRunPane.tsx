import type { StoredEvent } from 'earshot/server'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useStore, useSurvey } from '../state/store'
import { findByFocusKey, focusAfterRender } from '../ui/focus'
import { IconButton } from '../ui/IconButton'
import { Checks } from './Checks'
import type { Explanation, Stats, TestRun } from './createTestRun'
import { EventLog } from './EventLog'

/** Runs the survey on this page with the real client and shows its events and statistics. */
export function TestRunPane() {
  const store = useStore()
  const survey = useSurvey()
  const [events, setEvents] = useState<StoredEvent[]>([])
  const [stats, setStats] = useState<Stats>()
  const [explanation, setExplanation] = useState<Explanation>()
  const testRun = useRef<TestRun | null>(null)

  useEffect(() => {
    let isStopped = false
    const start = async () => {
      // The service is large, so it is loaded with the first test run.
      const { createTestRun } = await import('./createTestRun')
      if (isStopped) return
      const run = createTestRun(survey, event => {
        setEvents(before => [...before, event])
        void refresh()
      })
      const refresh = async () => {
        const [stats, explanation] = await Promise.all([run.stats(), run.explain()])
        if (isStopped) return
        setStats(stats)
        setExplanation(explanation)
      }
      testRun.current = run
      await refresh()
      if (!isStopped) run.show()
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
    <section id="pane-edit" class="pane test-run" aria-label="Test run">
      <div class="pane-header">
        <h2>Test run</h2>
        <IconButton icon="close" label="End test run" onClick={close} />
      </div>
      <div class="pane-body">
        <div class="section">
          <p class="hint">
            The survey runs on this page, with a service inside your browser. No data is sent to a server.
          </p>
          <div class="copy-row">
            <button type="button" class="button primary" onClick={() => testRun.current?.show()}>
              Show again
            </button>
            <button
              type="button"
              class="button"
              onClick={() => {
                testRun.current?.newVisitor()
                testRun.current?.show()
              }}
            >
              New visitor
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
          {explanation && <Checks {...explanation} />}
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
    ['Response rate', `${stats.responseRate} %`],
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
