import { type DisplayType, type PreviewSettings, useEditorState, useStore } from '../state/store'
import { Icon } from '../ui/Icon'
import { SegmentedControl } from '../ui/SegmentedControl'

const DISPLAY_TYPES: [displayType: 'auto' | DisplayType, name: string][] = [
  ['auto', 'As configured'],
  ['popover', 'Popover'],
  ['inline', 'Inline'],
  ['tab', 'Feedback tab'],
  ['selector', 'Page element'],
]

const DIRECTIONS: [dir: PreviewSettings['dir'], name: string][] = [
  ['auto', 'Auto'],
  ['ltr', 'LTR'],
  ['rtl', 'RTL'],
]

/** Sets the display options of the preview: device, colour scheme, direction, zoom and display type. */
export function PreviewControls() {
  const store = useStore()
  const { settings } = useEditorState()
  const set = (change: Partial<PreviewSettings>) => store.set({ settings: { ...settings, ...change } })
  return (
    <div class="preview-controls">
      <SegmentedControl
        legend="Device"
        name="device"
        value={settings.device}
        options={[
          ['phone', <Icon key="phone" name="phone" />, 'Phone'],
          ['desktop', <Icon key="desktop" name="desktop" />, 'Desktop'],
        ]}
        onValue={device => set({ device })}
      />
      <SegmentedControl
        legend="Colour scheme"
        name="color-scheme"
        value={settings.colorScheme}
        options={[
          ['light', <Icon key="sun" name="sun" />, 'Light'],
          ['dark', <Icon key="moon" name="moon" />, 'Dark'],
        ]}
        onValue={colorScheme => set({ colorScheme })}
      />
      <label>
        <span class="visually-hidden">Direction</span>
        <select
          title="Direction"
          value={settings.dir}
          onChange={event => set({ dir: event.currentTarget.value as PreviewSettings['dir'] })}
        >
          {DIRECTIONS.map(([dir, name]) => (
            <option key={dir} value={dir}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="toggle">
        <input
          type="checkbox"
          checked={settings.isZoomed}
          onChange={event => set({ isZoomed: event.currentTarget.checked })}
        />
        <span>200 %</span>
      </label>
      <label>
        <span class="visually-hidden">Display type</span>
        <select
          value={settings.displayType}
          onChange={event =>
            set({ displayType: event.currentTarget.value as PreviewSettings['displayType'] })
          }
        >
          {DISPLAY_TYPES.map(([displayType, name]) => (
            <option key={displayType} value={displayType}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
