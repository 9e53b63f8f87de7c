import type { ComponentChildren } from 'preact'

interface SegmentedControlProps<T extends string> {
  legend: string
  name: string
  value: T
  options: readonly (readonly [value: T, label: ComponentChildren, name?: string])[]
  onValue(value: T): void
}

/** A few choices of which one holds, side by side. They are radio buttons: arrows go through them. */
export function SegmentedControl<T extends string>({
  legend,
  name,
  value,
  options,
  onValue,
}: SegmentedControlProps<T>) {
  return (
    <fieldset class="segments">
      <legend class="hidden">{legend}</legend>
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
