import type { Survey } from 'earshot'
import { isSame } from './surveyFields'

type Conditions = NonNullable<Survey['conditions']>

const TYPES: Record<string, string> = {
  popover: 'appears by itself',
  widget: 'is opened by a click',
  api: 'is shown by the code of the page',
  external_survey: 'has a page of its own',
}

/** Each condition, and the audience that it leaves, in words. */
const AUDIENCES: [fields: (keyof Conditions)[], describe: (conditions: Conditions) => string][] = [
  [
    ['url', 'urlMatchType'],
    ({ url, urlMatchType }) =>
      url
        ? `pages whose URL ${URL_MATCHES[urlMatchType ?? 'icontains'] ?? urlMatchType} "${url}"`
        : 'every page',
  ],
  [
    ['selector'],
    ({ selector }) => (selector ? `pages with the element "${selector}"` : 'pages with any content'),
  ],
  [
    ['deviceTypes', 'deviceTypesMatchType'],
    ({ deviceTypes }) =>
      deviceTypes?.length ? `visitors on ${deviceTypes.join(', ')}` : 'visitors on every device',
  ],
  [
    ['seenSurveyWaitPeriodInDays'],
    ({ seenSurveyWaitPeriodInDays: days }) =>
      days
        ? `visitors who have seen no survey for ${days} days`
        : 'visitors, however recently they saw another survey',
  ],
  [
    ['events'],
    ({ events }) =>
      events?.values?.length
        ? `visitors after the event ${events.values.map(({ name }) => `"${name}"`).join(' or ')}`
        : 'visitors without waiting for an event',
  ],
  [
    ['cancelEvents'],
    ({ cancelEvents }) =>
      cancelEvents?.values?.length
        ? `visitors until the event ${cancelEvents.values.map(({ name }) => `"${name}"`).join(' or ')}`
        : 'visitors whatever event follows',
  ],
  [
    ['actions'],
    ({ actions }) =>
      actions?.values?.length
        ? 'visitors after one of its actions'
        : 'visitors without waiting for an action',
  ],
]

const URL_MATCHES: Record<string, string> = {
  icontains: 'contains',
  exact: 'equals',
  regex: 'matches',
  not_icontains: 'does not contain',
  is_not: 'does not equal',
  not_regex: 'does not match',
}

/** Returns who sees a survey that did not, and the reverse: a sentence for each changed condition. */
export function describeAudience(before: Survey, after: Survey): string[] {
  const [old, current] = [before.conditions ?? {}, after.conditions ?? {}]
  const sentences = AUDIENCES.filter(([fields]) =>
    fields.some(name => !isSame(old[name], current[name])),
  ).map(([, describe]) => `The audience is now ${describe(current)}. Until now it was ${describe(old)}.`)
  const flagOf = ({ linked_flag_key, conditions }: Survey) =>
    linked_flag_key
      ? `visitors with the flag "${linked_flag_key}"${conditions?.linkedFlagVariant ? ` and its variant "${conditions.linkedFlagVariant}"` : ''}`
      : 'visitors with any flags'
  if (flagOf(before) !== flagOf(after))
    sentences.push(`The audience is now ${flagOf(after)}. Until now it was ${flagOf(before)}.`)
  if (before.type !== after.type)
    sentences.push(`The survey now ${TYPES[after.type]}. Until now it ${TYPES[before.type]}.`)
  if (sentences.length > 0)
    sentences.push(
      'Visitors who have the survey open keep it, unless they move to a page where it no longer belongs.',
    )
  return sentences
}
