import type { ComponentChildren } from 'preact'

interface SegmentedControlProps<T extends string> {
  legend: string
  name: string
  value: T
  /** `name` is the tooltip and accessible name of an option without a text label. */
  options: readonly (readonly [value: T, label: ComponentChildren, name?: string])[]
  onValue(value: T): void
}

/** Selects one of a few options, shown side by side. Radio buttons make it operable with arrow keys. */
export function SegmentedControl<T extends string>({
  legend,
  name,
  value,
  options,
  onValue,
}: SegmentedControlProps<T>) {
  return (
    <fieldset class="segmented-control">
      <legend class="visually-hidden">{legend}</legend>
      {options.map(([option, label, title]) => (
        <label key={option} title={title}>
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            aria-label={title}
            onChange={() => onValue(option)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
