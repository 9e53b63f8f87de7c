import { useDraft } from '../ui/useDraft'

interface RolloutFieldProps {
  /** Whom the condition is about. */
  label: string
  flag: string
  /** Percent. */
  value: number
  isDisabled: boolean
  onValue(value: number): void
}

/** A slider and a number for the share of a condition. The value is final when the slider is released. */
export function RolloutField({ label, flag, value, isDisabled, onValue }: RolloutFieldProps) {
  const [text, setText] = useDraft(String(value))
  // Both events may come before the next rendering, so the state may be older than the control.
  const finish = (final: string) => {
    const next = Math.min(100, Math.max(0, Number(final)))
    if (final.trim() === '' || Number.isNaN(next)) return setText(String(value))
    setText(String(next))
    if (next !== value) onValue(next)
  }
  const common = {
    min: 0,
    max: 100,
    disabled: isDisabled,
    value: text,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => setText(currentTarget.value),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => finish(currentTarget.value),
  }
  return (
    <div class="rollout">
      <span class="rollout-label">{label}</span>
      <input type="range" step="1" aria-label={`Rollout of ${flag}, ${label}, in percent`} {...common} />
      <span class="percent">
        <input
          type="number"
          step="any"
          inputMode="decimal"
          aria-label={`Rollout of ${flag}, ${label}, in percent, as a number`}
          {...common}
        />
        <span aria-hidden="true">%</span>
      </span>
    </div>
  )
}
