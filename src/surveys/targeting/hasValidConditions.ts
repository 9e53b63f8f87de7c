import { nullProtoRecord } from '../../lib/nullProtoRecord'
import { isText } from '../../lib/typeGuards'
import { FLAG_FIELDS, type ParsedSurvey } from './parseSurvey'

type Test = (value: unknown) => boolean
type Fields = Readonly<Record<string, unknown>> | null

const isPlain: Test = value => /^(string|number|boolean)$/.test(typeof value)
const isNumeric: Test = value => isPlain(value) && !Number.isNaN(Number(value))

const listOf =
  (test: Test): Test =>
  value =>
    Array.isArray(value) && value.every(test)

/** Tests the parts of an object, missing ones aside. An empty list stands for an empty object, as PHP writes it. */
const partsOf =
  (testOf: (name: string) => Test | undefined): Test =>
  value =>
    typeof value === 'object' &&
    Object.entries(value ?? {}).every(
      ([name, part]) => !Array.isArray(value) && (part == null || (testOf(name)?.(part) ?? true)),
    )

const shape = (tests: Record<string, Test>): Test => partsOf(name => nullProtoRecord(tests)[name])

/** A list of triggers. Unless it is empty, one of them must be able to fire. Under another name it is misspelt. */
const triggers = (test: Test, canFire: (trigger: Fields) => unknown): Test => {
  const fits = shape({
    values: values =>
      listOf(test)(values) && (!(values as Fields[]).length || (values as Fields[]).some(canFire)),
  })
  return condition =>
    fits(condition) &&
    ((condition as Fields)!.values != null ||
      Object.keys(condition as object).every(name => /^(values|repeatedActivation)$/.test(name)))
}

const isFilter = shape({ values: value => isPlain(value) || listOf(isPlain)(value), operator: isText })
const eventTriggers = triggers(
  shape({
    name: isText,
    propertyFilters: partsOf(() => filter => isFilter(filter) && (filter as Fields)?.values != null),
  }),
  trigger => trigger?.name,
)

const STEP_TEXT = /^(event|(url|href|text)(_matching)?|selector(_regex)?)$/
const isStepProperties = listOf(shape({ key: isText, operator: isText }))
const testOfStep = (name: string): Test | undefined =>
  STEP_TEXT.test(name) ? isText : name === 'properties' ? isStepProperties : undefined
const isStep = partsOf(testOfStep)
/** How a part matches is no part that can match. */
const isUsedStep: Test = step =>
  isStep(step) &&
  Object.entries(step ?? {}).some(([name, part]) => testOfStep(name) && !/_/.test(name) && part?.length)

const CONDITIONS = shape({
  url: isText,
  urlMatchType: isText,
  selector: isText,
  deviceTypes: listOf(isText),
  deviceTypesMatchType: isText,
  seenSurveyWaitPeriodInDays: isNumeric,
  linkedFlagVariant: isText,
  events: eventTriggers,
  cancelEvents: eventTriggers,
  actions: triggers(shape({ steps: listOf(isUsedStep) }), action => (action?.steps as [])?.length),
})
const FLAGS = listOf(shape({ key: isText, value: isText }))

/**
 * Whether the conditions of a survey have the shapes they should. Others cannot be understood, and would otherwise be taken for
 * no condition. See D-363.
 */
export const hasValidConditions = (survey: ParsedSurvey): boolean =>
  CONDITIONS(survey.conditions) &&
  FLAGS(survey.feature_flag_keys ?? []) &&
  FLAG_FIELDS.every(name => {
    const key: unknown = survey[`${name}_key`]
    return key ? isText(key) : !survey[name]
  })
