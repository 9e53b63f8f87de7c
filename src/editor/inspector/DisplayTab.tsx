import { FindingsAt } from '../findings/findings'
import { useSurvey } from '../state/store'
import { DeviceTypes } from './display/DeviceTypes'
import { EventNames } from './display/EventNames'
import { UrlTrial } from './display/UrlTrial'
import { CheckField, DateField, NumberField, SelectField, TextField } from './fields'

const TYPES = [
  ['popover', 'Popover, shown automatically'],
  ['widget', 'Widget, opened by a click'],
  ['api', 'API, shown by your code'],
] as const

const SCHEDULES = [
  ['once', 'Once per visitor'],
  ['recurring', 'Repeatedly'],
  ['always', 'Every time the conditions match'],
] as const

const URL_MATCHES = [
  ['', 'contains'],
  ['exact', 'equals'],
  ['regex', 'matches regex'],
  ['not_icontains', 'does not contain'],
  ['is_not', 'does not equal'],
  ['not_regex', 'does not match regex'],
] as const

/** Edits how, when, where and to whom the survey is shown. */
export function DisplayTab() {
  const survey = useSurvey()
  return (
    <div class="section">
      <fieldset class="group">
        <legend>Type and frequency</legend>
        <SelectField path={['type']} label="Survey type" options={TYPES} />
        {survey.type === 'widget' && <WidgetFields />}
        <SelectField path={['schedule']} label="Frequency" options={SCHEDULES} />
        {survey.schedule === 'recurring' && (
          <div class="row">
            <NumberField path={['iteration_count']} label="Iterations" />
            <NumberField path={['iteration_frequency_days']} label="Interval" unit="days" />
          </div>
        )}
        {survey.type === 'popover' && (
          <NumberField path={['appearance', 'surveyPopupDelaySeconds']} label="Delay" unit="seconds" />
        )}
        <CheckField
          path={['enable_partial_responses']}
          label="Partial responses"
          hint="Each answer is sent at once, and kept when a visitor leaves early."
        />
      </fieldset>
      <fieldset class="group">
        <legend>Schedule</legend>
        <div class="row">
          <DateField
            path={['start_date']}
            label="Start"
            hint="Without a start date, the survey is a draft."
          />
          <DateField path={['end_date']} label="End" />
        </div>
        <NumberField
          path={['conditions', 'seenSurveyWaitPeriodInDays']}
          label="Minimum time since the last survey"
          unit="days"
        />
      </fieldset>
      <fieldset class="group">
        <legend>Page and device</legend>
        <div class="row url-match">
          <SelectField path={['conditions', 'urlMatchType']} label="URL" options={URL_MATCHES} />
          <TextField path={['conditions', 'url']} label="URL or pattern" placeholder="Any URL" />
        </div>
        <UrlTrial />
        <TextField path={['conditions', 'selector']} label="Required element" placeholder="CSS selector" />
        <DeviceTypes />
      </fieldset>
      <fieldset class="group">
        <legend>Events</legend>
        <EventNames
          list="events"
          label="Events that show the survey"
          hint="One name per line. Leave empty to show the survey without an event."
        />
        <CheckField
          path={['conditions', 'events', 'repeatedActivation']}
          label="Show the survey again on each event"
        />
        <EventNames list="cancelEvents" label="Events that cancel the survey" hint="One name per line." />
        <FindingsAt path="conditions" />
      </fieldset>
      <fieldset class="group">
        <legend>Audience</legend>
        <div class="row">
          <TextField path={['linked_flag_key']} label="Feature flag" placeholder="All visitors" />
          <TextField path={['conditions', 'linkedFlagVariant']} label="Flag variant" placeholder="Any" />
        </div>
      </fieldset>
    </div>
  )
}

function WidgetFields() {
  const { appearance } = useSurvey()
  return (
    <>
      <SelectField
        path={['appearance', 'widgetType']}
        label="Opened by"
        options={[
          ['tab', 'A feedback tab at the edge of the window'],
          ['selector', 'An element of the page'],
        ]}
      />
      {appearance?.widgetType === 'selector' ? (
        <TextField path={['appearance', 'widgetSelector']} label="Element" placeholder="#feedback" />
      ) : (
        <div class="row">
          <TextField path={['appearance', 'widgetLabel']} label="Tab label" placeholder="Feedback" />
          <SelectField
            path={['appearance', 'tabPosition']}
            label="Tab position"
            options={[
              ['', 'Right'],
              ['left', 'Left'],
              ['top', 'Top'],
              ['bottom', 'Bottom'],
            ]}
          />
        </div>
      )}
    </>
  )
}
