import { FindingsAt } from '../findings/findings'
import { useSurvey } from '../state/store'
import { DeviceTypes } from './display/DeviceTypes'
import { EventNames } from './display/EventNames'
import { CheckField, DateField, NumberField, SelectField, TextField } from './fields'

const TYPES = [
  ['popover', 'By itself, over the page'],
  ['widget', 'When a button is clicked'],
  ['api', 'When the page asks for it'],
] as const

const SCHEDULES = [
  ['once', 'Once to each visitor'],
  ['recurring', 'Again in each round'],
  ['always', 'Whenever the conditions hold'],
] as const

const URL_MATCHES = [
  ['', 'contains'],
  ['exact', 'is exactly'],
  ['regex', 'matches the pattern'],
  ['not_icontains', 'does not contain'],
  ['is_not', 'is not'],
  ['not_regex', 'does not match the pattern'],
] as const

/** When, where and to whom the survey shows. */
export function DisplayTab() {
  const survey = useSurvey()
  return (
    <div class="section">
      <fieldset class="group">
        <legend>How it appears</legend>
        <SelectField path={['type']} label="It shows" options={TYPES} />
        {survey.type === 'widget' && <WidgetFields />}
        <SelectField path={['schedule']} label="How often" options={SCHEDULES} />
        {survey.schedule === 'recurring' && (
          <div class="row">
            <NumberField path={['iteration_count']} label="Rounds" />
            <NumberField path={['iteration_frequency_days']} label="One every" unit="days" />
          </div>
        )}
        {survey.type === 'popover' && (
          <NumberField
            path={['appearance', 'surveyPopupDelaySeconds']}
            label="After a delay of"
            unit="seconds"
          />
        )}
        <CheckField
          path={['enable_partial_responses']}
          label="Each answer is sent at once"
          hint="What was answered counts, even if the visitor leaves halfway."
        />
      </fieldset>
      <fieldset class="group">
        <legend>When</legend>
        <div class="row">
          <DateField path={['start_date']} label="From" hint="Left empty, it is a draft." />
          <DateField path={['end_date']} label="Until" />
        </div>
        <NumberField
          path={['conditions', 'seenSurveyWaitPeriodInDays']}
          label="Days since the last survey"
          unit="days"
        />
      </fieldset>
      <fieldset class="group">
        <legend>Where</legend>
        <div class="row match">
          <SelectField path={['conditions', 'urlMatchType']} label="The address" options={URL_MATCHES} />
          <TextField path={['conditions', 'url']} label="this text" placeholder="Any address" />
        </div>
        <TextField
          path={['conditions', 'selector']}
          label="The page has the element"
          placeholder="Any page, or a CSS selector"
        />
        <DeviceTypes />
      </fieldset>
      <fieldset class="group">
        <legend>What happens before</legend>
        <EventNames
          list="events"
          label="It waits for one of these events"
          hint="One per line. Left empty, it does not wait."
        />
        <CheckField
          path={['conditions', 'events', 'repeatedActivation']}
          label="Each such event shows it again"
        />
        <EventNames list="cancelEvents" label="These events call it off" hint="One per line." />
        <FindingsAt path="conditions" />
      </fieldset>
      <fieldset class="group">
        <legend>To whom</legend>
        <div class="row">
          <TextField path={['linked_flag_key']} label="Feature flag" placeholder="Everybody" />
          <TextField path={['conditions', 'linkedFlagVariant']} label="with variant" placeholder="Any" />
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
        label="The button is"
        options={[
          ['tab', 'A tab at the edge of the window'],
          ['selector', 'An element of the page'],
        ]}
      />
      {appearance?.widgetType === 'selector' ? (
        <TextField path={['appearance', 'widgetSelector']} label="Which element" placeholder="#feedback" />
      ) : (
        <div class="row">
          <TextField path={['appearance', 'widgetLabel']} label="It says" placeholder="Feedback" />
          <SelectField
            path={['appearance', 'tabPosition']}
            label="At the"
            options={[
              ['', 'right'],
              ['left', 'left'],
              ['top', 'top'],
              ['bottom', 'bottom'],
            ]}
          />
        </div>
      )}
    </>
  )
}
