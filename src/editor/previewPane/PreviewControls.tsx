import { languageName, languagesOf } from '../edit/languages'
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

/** Sets the display options of the preview: device, colour scheme, direction, zoom, display type and language. */
export function PreviewControls() {
  const store = useStore()
  const { history, settings } = useEditorState()
  const set = (change: Partial<PreviewSettings>) => store.set({ settings: { ...settings, ...change } })
  const languages = languagesOf(history.present)
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
      <SegmentedControl
        legend="Direction"
        name="dir"
        value={settings.dir}
        options={[
          ['auto', 'Auto', 'Automatic direction'],
          ['ltr', 'LTR', 'Left to right'],
          ['rtl', 'RTL', 'Right to left'],
        ]}
        onValue={dir => set({ dir })}
      />
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
      {languages.length > 0 && (
        <label>
          <span class="visually-hidden">Language of the preview</span>
          <select value={settings.language} onChange={event => set({ language: event.currentTarget.value })}>
            <option value="">Original</option>
            {languages.map(language => (
              <option key={language} value={language}>
                {languageName(language)}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  )
}
