import { FindingsAt } from '../../findings/findings'
import { useField } from '../fields'

const DEVICES = ['Desktop', 'Mobile', 'Tablet']

/** On which devices the survey shows; none chosen is all of them. */
export function DeviceTypes() {
  const [value, set] = useField(['conditions', 'deviceTypes'])
  const chosen = Array.isArray(value) ? (value as string[]) : []
  const toggle = (device: string) => {
    const next = chosen.includes(device) ? chosen.filter(other => other !== device) : [...chosen, device]
    set(next.length > 0 ? next : undefined)
  }
  return (
    <fieldset class="field devices" data-path="conditions.deviceTypes" tabIndex={-1}>
      <legend>On these devices</legend>
      {DEVICES.map(device => (
        <label key={device}>
          <input type="checkbox" checked={chosen.includes(device)} onChange={() => toggle(device)} />
          {device}
        </label>
      ))}
      <span class="hint">None chosen: on all of them.</span>
      <FindingsAt path="conditions.deviceTypes" />
    </fieldset>
  )
}
