import { FindingsAt } from '../../findings/findings'
import { useField } from '../fields'

const DEVICES = ['Desktop', 'Mobile', 'Tablet']

/** Selects the device types that the survey is shown on. No selection means all of them. */
export function DeviceTypes() {
  const [value, set] = useField(['conditions', 'deviceTypes'])
  const selected = Array.isArray(value) ? (value as string[]) : []
  const toggle = (device: string) => {
    const next = selected.includes(device)
      ? selected.filter(other => other !== device)
      : [...selected, device]
    set(next.length > 0 ? next : undefined)
  }
  return (
    <fieldset class="field device-types" data-path="conditions.deviceTypes" tabIndex={-1}>
      <legend>Devices</legend>
      {DEVICES.map(device => (
        <label key={device}>
          <input type="checkbox" checked={selected.includes(device)} onChange={() => toggle(device)} />
          {device}
        </label>
      ))}
      <span class="hint">Select none to show the survey on all devices.</span>
      <FindingsAt path="conditions.deviceTypes" />
    </fieldset>
  )
}
