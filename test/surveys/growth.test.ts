import { describe, expect, it } from 'vitest'
import { getCampaignParams, getReferrerProperties, parseUrl, sanitizeUrl } from '../../src/capture/url'
import { copyOf, serialize } from '../../src/lib/json'
import { lintSurvey } from '../../src/surveys/authoring/lint/lintSurvey'
import { prepareTriggers } from '../../src/surveys/display/triggers'
import { labelAt } from '../../src/surveys/questions/choices'
import { multipleChoiceRules } from '../../src/surveys/questions/multiple_choice/answer'
import { openRules } from '../../src/surveys/questions/open/answer'
import { singleChoiceRules } from '../../src/surveys/questions/single_choice/answer'
import { trimInvisible } from '../../src/surveys/questions/trimInvisible'
import { possibleSteps } from '../../src/surveys/session/branching'
import { customProperties, responseKey } from '../../src/surveys/session/eventProperties'
import { maxRemainingQuestions } from '../../src/surveys/session/maxRemainingQuestions'
import { answersInUrl } from '../../src/surveys/session/prefill'
import { resumedSession } from '../../src/surveys/session/sessionReducer'
import { translate } from '../../src/surveys/session/translate'
import { compileMatcher } from '../../src/surveys/targeting/match'
import { parseSurvey } from '../../src/surveys/targeting/parseSurvey'
import { parseColor } from '../../src/surveys/ui/color'
import { parseHtml } from '../../src/surveys/ui/parseHtml'
import { safeUrl } from '../../src/surveys/ui/safeUrl'
import { buildUrl } from '../../src/transport/buildUrl'
import type { MatchType, SurveyConditions } from '../../src/wire/survey'
import { cpuTime } from '../support/cpuTime'
import { multiple, open, single, survey } from '../support/surveys'

/** A multiple of six, so that quotes pair up in the same way at both lengths. */
const COUNT = 24_000
/** How much longer the long input is: three doublings, so that linear and quadratic work are far apart. */
const FACTOR = 8
/** Added to both times, so that the ratio of two tiny ones says nothing. */
const NOISE_MS = 2

/** The bound, 2.5 for each doubling: linear work grows by 8, quadratic work by 64. */
const MAX_GROWTH = 2.5 ** 3

/** Returns the milliseconds of processor time of a run. */
function duration(run: () => unknown): number {
  const begin = cpuTime()
  run()
  return cpuTime() - begin
}

/** Returns how much more work the long input takes. Measures again before it accuses: a garbage collection may have fallen into one. */
function growth(short: () => unknown, long: () => unknown): number {
  let [shortMs, longMs] = [NOISE_MS, Number.POSITIVE_INFINITY]
  for (let attempt = 0; attempt < 8 && longMs / shortMs > MAX_GROWTH; attempt++) {
    longMs = Math.min(longMs, NOISE_MS + duration(long))
    // The short input takes no less than nothing, which is most often enough.
    if (longMs / shortMs > MAX_GROWTH)
      shortMs = Math.max(shortMs, NOISE_MS + Math.min(duration(short), duration(short)))
  }
  return longMs / shortMs
}

/** Texts that repeat a piece, alone or between two others. */
const repeated =
  (piece: string, before = '', after = '') =>
  (count: number) =>
    before + piece.repeat(count) + after
const INPUTS: Record<string, (count: number) => string> = {
  letters: repeated('a'),
  'blanks between words': repeated(' ', 'a', 'b'),
  blanks: repeated(' '),
  'invisible characters between words': repeated('\u200b', 'a', 'b'),
  'line breaks between words': repeated('\n', 'a', 'b'),
  slashes: repeated('/', 'https://a', 'b'),
  'question marks': repeated('?'),
  hashes: repeated('#'),
  ampersands: repeated('&a', 'https://a.test/?'),
  parameters: repeated('&q0=1', 'https://a.test/?a=b'),
  'equals signs': repeated('=', 'a'),
  colons: repeated(':'),
  dots: repeated('.', 'https://a', 'b'),
  digits: repeated('1'),
  quotes: repeated('"'),
  'unpaired quotes': repeated(`"'`, `"`),
  backslashes: repeated('\\', '"'),
  'lone surrogates': repeated('\ud83c'),
  emoji: repeated('🎈'),
  brackets: repeated('('),
  'opened tags': repeated('<a '),
  'nested tags': repeated('<b>'),
  'tags in one element': repeated('<br>', '<b>', '</b>'),
  'open comments': repeated('<!--'),
  'attribute without a value': repeated('a', '<a ', '>'),
  'attribute with blanks': count => `<a ${'a'.repeat(count)}${' '.repeat(count)}>`,
  attributes: repeated('a ', '<a ', '>'),
  'attributes with a value': repeated('a=b ', '<a ', '>'),
  'attributes with an open quote': repeated(`a="'`, '<a ', '>'),
  'tags in quotes': repeated(`"<a '`, '<a '),
  entities: repeated('&a'),
  'elements of autocapture': repeated('href="'),
}

const triggerOn = (step: object) =>
  prepareTriggers({ actions: { values: [{ steps: [step] }] } } as SurveyConditions, {
    compileMatcher,
    pageUrl: () => '',
    onInvalid: () => {},
  }).start
const clicked = (name: string, text: string) => ({ event: 'clicked', properties: { [name]: text } })
const chained = triggerOn({ text: 'x', href: 'x' })
const wildcard = triggerOn({ url: 'a%b%c_d%e' })
const selected = triggerOn({ text: 'a%b', text_matching: 'contains' })
const refunded = prepareTriggers(
  {
    events: {
      values: [{ name: 'message', propertyFilters: { text: { values: ['.*refund.*'], operator: 'regex' } } }],
    },
  },
  { compileMatcher, pageUrl: () => '', onInvalid: () => {} },
).start
const other = { choices: ['a', 'Other'], hasOpenChoice: true }

const READERS: Record<string, (text: string) => unknown> = {
  trimInvisible,
  openRules: text => [
    openRules.problem(open({ validation: [{ type: 'max_length', value: 5 }] }) as never, text),
    openRules.answer(open() as never, text),
  ],
  singleChoiceRules: text => [
    singleChoiceRules.problem(single(other), { picked: [1], other: text }),
    singleChoiceRules.restore(single(other), text),
    singleChoiceRules.branchKey(single(other), text),
  ],
  multipleChoiceRules: text => [
    multipleChoiceRules.answer(multiple(other), { picked: [1], other: text }),
    multipleChoiceRules.restore(multiple(other), [text]),
  ],
  labelAt: text => labelAt(single(), text),
  answersInUrl: text => answersInUrl(survey({ questions: [single()] }), text),
  customProperties: text => customProperties({ [text]: text }),
  translate: text => translate(survey({ translations: { [text]: { name: text } } }), text),
  compileMatcher: text => {
    for (const type of ['exact', 'is_not', 'icontains', 'not_icontains', 'gt', 'lt'] satisfies MatchType[])
      for (const [target, value] of [
        [text, 'a'],
        ['b', text],
        [text, text],
      ] as const)
        compileMatcher([target], type)!(value)
  },
  'condition with a pattern': text => {
    for (const pattern of ['.*checkout.*', '\\s+$'])
      for (const type of ['regex', 'not_regex'] satisfies MatchType[]) compileMatcher([pattern], type)!(text)
  },
  'event with a pattern': text => refunded({ event: 'message', properties: { text } }),
  'action with a wildcard': text => wildcard(clicked('$current_url', text)),
  'action with a long wildcard': text =>
    triggerOn({ url: `${text.slice(0, 2000)}%x` })(clicked('$current_url', 'a')),
  'action with an element chain': text => chained(clicked('$elements_chain', text)),
  'action with elements': text => selected({ event: 'clicked', properties: { $elements: [{ text }] } }),
  safeUrl: text => [safeUrl(text, { relative: true }), safeUrl(`https:${text}`, { relative: false })],
  parseColor: text => [parseColor(text), parseColor(`#${text}`), parseColor(`rgb(${text})`)],
  parseHtml,
  lintSurvey: text => {
    for (const urlMatchType of ['icontains', 'regex'])
      lintSurvey(
        survey({
          conditions: { selector: text, url: text, urlMatchType },
          questions: [open({ question: text, description: text })],
        }) as never,
      )
  },
  parseSurvey: text => parseSurvey({ id: text, questions: [{ type: 'open', id: text, question: text }] }),
  sanitizeUrl: text =>
    sanitizeUrl(text, { disable_capture_url_hashes: true, mask_personal_data_properties: true }),
  getCampaignParams: text => getCampaignParams(text, {}),
  getReferrerProperties: text => [getReferrerProperties(text), getReferrerProperties(`https://${text}`)],
  parseUrl: text => [parseUrl(text), parseUrl(`https://${text}`)],
  serialize: text => [serialize({ [text]: text }), serialize(text, 1000)],
  buildUrl: text => buildUrl(text, '/e/'),
}

describe('growth of work with the length of a text', () => {
  it.each(Object.entries(READERS))(
    'grows in proportion to the text: %s (R01)',
    (_, run) => {
      const measured = Object.entries(INPUTS).map(([name, piece]) => {
        const [short, long] = [piece(COUNT), piece(FACTOR * COUNT)]
        return [
          name,
          growth(
            () => run(short),
            () => run(long),
          ),
        ] as const
      })
      expect(measured.filter(([, ratio]) => ratio > MAX_GROWTH)).toEqual([])
    },
    60_000,
  )
})

describe('growth of work with the length of a list', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
  it.each<[string, (count: number) => () => unknown]>([
    [
      'questions with one id',
      count => {
        const questions = numbers(count).map(() => ({ type: 'open', id: 'a', question: '' }))
        return () => parseSurvey({ id: 's', questions })
      },
    ],
    [
      'questions without an id',
      count => {
        const questions = numbers(count).map(() => ({ type: 'open', question: '' }))
        return () => parseSurvey({ id: 's', questions })
      },
    ],
    [
      'choices that branch',
      count => {
        const responseValues = Object.fromEntries(numbers(count).map(position => [position, 'end']))
        const question = single({
          choices: numbers(count).map(String),
          branching: { type: 'response_based', responseValues },
        } as never)
        const branching = survey({ questions: [question] }) as never
        return () => possibleSteps(branching, 0)
      },
    ],
    [
      'questions that follow',
      count => {
        const long = survey({ questions: numbers(count).map(() => open()) })
        return () => maxRemainingQuestions(long, 0, [], () => null)
      },
    ],
    [
      'questions that were answered',
      count => {
        const long = survey({ questions: numbers(count).map(() => open()) })
        return () => maxRemainingQuestions(long, 0, numbers(count), () => 'a')
      },
    ],
    [
      'questions of a session to resume',
      count => {
        const long = survey({ questions: numbers(count).map(number => open({ id: `${number}` })) })
        const responses = Object.fromEntries(numbers(count).map(number => [responseKey(`${number}`), 'a']))
        const saved = { surveySubmissionId: 'a', responses, lastQuestionIndex: count - 1 }
        return () => [null, numbers(count)].map(order => resumedSession(long, order, saved))
      },
    ],
    [
      'labels of an answer',
      count => {
        const choices = numbers(count).map(String)
        return () => multipleChoiceRules.restore(multiple({ choices }), choices)
      },
    ],
    [
      'choices to lint',
      count => {
        const long = survey({ questions: [multiple({ choices: numbers(count).map(String) })] })
        return () => lintSurvey(long)
      },
    ],
    ['values of an event', count => () => copyOf({ list: numbers(count), cycle: 1n })],
  ])('grows in proportion to the list: %s (R01)', (_, prepare) => {
    const [short, long] = [prepare(5_000), prepare(FACTOR * 5_000)]
    expect(growth(short, long)).toBeLessThan(MAX_GROWTH)
  })
})
