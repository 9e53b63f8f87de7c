import { languageName, languagesOf } from '../edit/languages'
import { type DisplayType, type PreviewSettings, useEditorState, useStore } from '../state/store'
import { Icon } from '../ui/Icon'
import { SegmentedControl } from '../ui/SegmentedControl'

const DISPLAY_TYPES: [display: 'auto' | DisplayType, name: string][] = [
  ['auto', 'As it is set'],
  ['popover', 'Over the page'],
  ['inline', 'Inside the page'],
  ['tab', 'Behind a tab'],
  ['selector', 'Behind an element'],
]

/** How the preview shows the survey: device, light, direction, language, size, place. */
export function PreviewControls() {
  const store = useStore()
  const { history, settings: view } = useEditorState()
  const set = (change: Partial<PreviewSettings>) => store.set({ settings: { ...view, ...change } })
  const languages = languagesOf(history.present)
  return (
    <div class="controls">
      <SegmentedControl
        legend="Device"
        name="device"
        value={view.device}
        options={[
          ['phone', <Icon key="phone" name="phone" />, 'Phone'],
          ['desktop', <Icon key="desktop" name="desktop" />, 'Desktop'],
        ]}
        onValue={device => set({ device })}
      />
      <SegmentedControl
        legend="Light or dark"
        name="scheme"
        value={view.colorScheme}
        options={[
          ['light', <Icon key="sun" name="sun" />, 'Light'],
          ['dark', <Icon key="moon" name="moon" />, 'Dark'],
        ]}
        onValue={scheme => set({ colorScheme: scheme })}
      />
      <SegmentedControl
        legend="Direction"
        name="dir"
        value={view.dir}
        options={[
          ['auto', 'Auto', 'Direction of the language'],
          ['ltr', 'LTR', 'Left to right'],
          ['rtl', 'RTL', 'Right to left'],
        ]}
        onValue={dir => set({ dir })}
      />
      <label class="check-chip">
        <input
          type="checkbox"
          checked={view.isZoomed}
          onChange={event => set({ isZoomed: event.currentTarget.checked })}
        />
        <span>200 %</span>
      </label>
      <label>
        <span class="hidden">How it is shown</span>
        <select
          value={view.displayType}
          onChange={event =>
            set({ displayType: event.currentTarget.value as PreviewSettings['displayType'] })
          }
        >
          {DISPLAY_TYPES.map(([display, name]) => (
            <option key={display} value={display}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {languages.length > 0 && (
        <label>
          <span class="hidden">Language of the preview</span>
          <select value={view.language} onChange={event => set({ language: event.currentTarget.value })}>
            <option value="">As written</option>
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
