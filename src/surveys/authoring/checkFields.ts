/** Field of a survey that each check reads, by the name of the check. The others depend on the visitor alone. See D-123. */
export const CHECK_FIELDS: Readonly<Record<string, string>> = {
  'delay over': 'appearance.surveyPopupDelaySeconds',
  running: 'start_date',
  type: 'type',
  trigger: 'conditions.events',
  url: 'conditions.url',
  'device type': 'conditions.deviceTypes',
  'waiting period': 'conditions.seenSurveyWaitPeriodInDays',
  'already seen': 'schedule',
  'linked flag': 'linked_flag_key',
  selector: 'conditions.selector',
}
