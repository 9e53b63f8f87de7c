import type { FlagPatch } from '../../wire/console'
import { useConsole } from '../ui/consoleContext'
import { describeCondition, describeVariants } from './describeFlag'
import { RolloutField } from './RolloutField'
import type { Flag } from './useFlags'

/** One flag, with its switch and the rollout of each condition. */
export function FlagCard({
  flag,
  onChange,
}: {
  flag: Flag
  onChange(fields: FlagPatch, notice: string): void
}) {
  const { may } = useConsole()
  const mayChange = may('feature_flag:write')
  const { key, name, active, filters } = flag
  const conditions = filters.groups ?? []
  const variants = filters.multivariate?.variants ?? []
  const setRollout = (index: number, rollout_percentage: number) => {
    const groups = conditions.map((condition, position) =>
      position === index ? { ...condition, rollout_percentage } : condition,
    )
    onChange(
      { filters: { ...filters, groups } },
      `${key}: ${describeCondition(conditions[index]!)} gets ${rollout_percentage}%.`,
    )
  }
  return (
    <section class="card flag-card" aria-label={key}>
      <header>
        <div class="survey-name">
          <h2>
            <code>{key}</code>
          </h2>
          {name && <span class="muted">{name}</span>}
        </div>
        <label class="switch">
          <input
            type="checkbox"
            role="switch"
            aria-label={`${key} is on`}
            checked={active}
            aria-checked={active}
            disabled={!mayChange}
            onChange={() => onChange({ active: !active }, `${key} is ${active ? 'off' : 'on'}.`)}
          />
          <span aria-hidden="true">{active ? 'On' : 'Off'}</span>
        </label>
      </header>
      <div class="card-body">
        {variants.length > 0 && <p class="hint">Variants: {describeVariants(variants)}</p>}
        {conditions.length === 0 && <p class="hint">No conditions: nobody gets this flag.</p>}
        <ol class="conditions">
          {conditions.map((condition, index) => (
            <li key={index}>
              <RolloutField
                label={describeCondition(condition)}
                flag={key}
                value={condition.rollout_percentage ?? 100}
                isDisabled={!mayChange}
                onValue={value => setRollout(index, value)}
              />
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
