import type { z } from '@hono/zod-openapi'
import { toText } from '../lib/values'
import { type HttpError, invalidInput } from './reply'

const TYPE_MESSAGES: Record<string, string> = {
  int: 'A valid integer is required.',
  number: 'A valid integer is required.',
  boolean: 'Must be a valid boolean.',
  string: 'Not a valid string.',
}

/**
 * Parses a body by its schema.
 *
 * @throws HttpError 400 for the first invalid field, with the texts of the interface. See D-225.
 */
export function validate<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  // An issue for each of half a million wrong items would fill the memory. See D-723.
  const options = { reportInput: true, abortEarly: true, error: () => DEFAULT_MESSAGE }
  const parsed = schema.safeParse(body, options)
  if (parsed.success) return parsed.data
  throw issueError(firstIssue(parsed.error.issues))
}

/** For a number above the safe integers, zod reports its own bound before the bound of the field. */
function firstIssue(issues: Issue[]): Issue {
  const [firstInOrder] = issues
  const field = String(firstInOrder!.path)
  return issues.findLast(issue => issue.code === firstInOrder!.code && String(issue.path) === field)!
}

/** Marks an issue whose schema has no message of its own. */
const DEFAULT_MESSAGE = 'default'

type Issue = z.core.$ZodIssue

function issueError(issue: Issue): HttpError {
  if (issue.code === 'unrecognized_keys')
    return invalidInput('There is no field of this name.', issue.keys[0])
  const attr = issue.path.length > 0 ? issue.path.join('__') : null
  if (attr === null)
    return invalidInput(`Invalid data. Expected a dictionary, but got ${typeName(issue.input)}.`)
  // A message of a schema describes a whole top-level field.
  if (issue.message !== DEFAULT_MESSAGE) return invalidInput(issue.message, String(issue.path[0]))
  if (issue.input === undefined) return invalidInput('This field is required.', attr, 'required')
  if (issue.input === null) return invalidInput('This field may not be null.', attr, 'null')
  switch (issue.code) {
    case 'invalid_value':
      return invalidInput(`"${toText(issue.input)}" is not a valid choice.`, attr, 'invalid_choice')
    case 'too_big':
      return issue.origin === 'string'
        ? invalidInput(`Ensure this field has no more than ${issue.maximum} characters.`, attr, 'max_length')
        : invalidInput(`Ensure this value is less than or equal to ${issue.maximum}.`, attr, 'max_value')
    case 'too_small':
      return issue.origin === 'string'
        ? invalidInput('This field may not be blank.', attr, 'blank')
        : invalidInput(`Ensure this value is greater than or equal to ${issue.minimum}.`, attr, 'min_value')
    case 'invalid_type':
      return typeError(issue, attr)
    default:
      return invalidInput('Invalid value.', attr)
  }
}

function typeError(issue: Extract<Issue, { code: 'invalid_type' }>, attr: string): HttpError {
  if (issue.expected === 'array') {
    return invalidInput(
      `Expected a list of items but got type "${typeName(issue.input)}".`,
      attr,
      'not_a_list',
    )
  }
  if (issue.expected === 'object' || issue.expected === 'record') {
    return invalidInput(
      `Expected a dictionary of items but got type "${typeName(issue.input)}".`,
      attr,
      'not_a_dict',
    )
  }
  return invalidInput(TYPE_MESSAGES[issue.expected] ?? 'Invalid value.', attr)
}

/** Returns the type name that clients of this protocol know from its messages. */
function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  if (value === null || value === undefined) return 'NoneType'
  if (typeof value === 'string') return 'str'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float'
  return 'dict'
}
