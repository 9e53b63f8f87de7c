import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../../src/server/openapi'
import { createRoutes } from '../../src/server/routes'
import { createStatsCache } from '../../src/server/surveys/stats/statsCache'
import tables from '../fixtures/interface-tables.json'
import { createTestService } from '../server/testService'

interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: string[]
  const?: string
  additionalProperties?: Schema
}
interface Operation {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
  security?: Record<string, string[]>[]
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const routes = createRoutes(createStatsCache())

/** The document as JSON. */
const document: Document = JSON.parse(JSON.stringify(openApiDocument(routes)))

const resolved = (schema: Schema): Schema =>
  schema.$ref ? resolved(document.components.schemas[schema.$ref.split('/').at(-1)!]!) : schema

/** The alternatives of a schema that may be null or one of several. */
const alternatives = (schema: Schema): Schema[] => {
  const plain = resolved(schema)
  const inner = plain.anyOf ?? plain.oneOf ?? plain.allOf
  return inner ? inner.flatMap(alternatives) : [plain]
}

const fieldsOf = (schema: Schema | undefined): Record<string, Schema> =>
  schema ? Object.assign({}, ...alternatives(schema).map(({ properties }) => properties ?? {})) : {}

const bodyOf = (operation: Operation) => operation.requestBody?.content['application/json']?.schema
const answerOf = (operation: Operation, status: number) =>
  operation.responses[String(status)]?.content?.['application/json']?.schema

const operationOf = (method: string, path: string) => document.paths[path]?.[method]
const SURVEYS = '/api/projects/{project_id}/surveys'

describe('/openapi.json', () => {
  it('returns the document of the routes', async () => {
    const response = await createTestService().fetch('/openapi.json')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(document)
  })

  it.each(tables.endpoints.map(row => [`${row.section} ${row.method} ${row.path}`, row] as const))(
    'describes %s',
    (_, row) => {
      const operation = operationOf(row.method, row.path)!
      expect(operation).toBeDefined()
      const parameterNames = (location: string) =>
        (operation.parameters ?? []).filter(parameter => parameter.in === location).map(({ name }) => name)
      expect(parameterNames('path').sort()).toEqual(
        [...row.path.matchAll(/\{(\w+)\}/g)].map(match => match[1]).sort(),
      )
      expect(parameterNames('query')).toEqual(expect.arrayContaining(row.query))
      expect(Object.keys(fieldsOf(bodyOf(operation)))).toEqual(expect.arrayContaining(row.body))
      expect(Object.keys(operation.responses)).toContain(String(row.status))
      const answer = answerOf(operation, row.status)
      expect(Object.keys(fieldsOf(answer))).toEqual(expect.arrayContaining(row.answer))
      if (row.hasNoAnswerBody) expect(answer).toBeUndefined()
      if (row.scope) expect(operation.security).toEqual([{ personalKey: [row.scope] }])
    },
  )

  it.each(tables.embedded)('has the fields of $of (section $section)', ({ of, fields }) => {
    const survey = fieldsOf(answerOf(operationOf('get', `${SURVEYS}/{id}`)!, 200))
    expect(Object.keys(fieldsOf(survey[of]))).toEqual(fields)
  })

  const list = fieldsOf(bodyOf(operationOf('post', SURVEYS)!))['questions']!
  const questionList = alternatives(list).find(schema => schema.items)!
  const byType = (schema: Schema, type: string) =>
    alternatives(schema).find(
      ({ properties }) => properties?.['type']?.const === type || properties?.['type']?.enum?.[0] === type,
    )

  it.each(['open', 'link', 'rating', 'single_choice', 'multiple_choice'] as const)(
    'has questions of type %s (section 2.4)',
    type => {
      const question = byType(questionList.items!, type)
      expect(question).toBeDefined()
      const fields = Object.keys(question!.properties!)
      expect(fields).toEqual(expect.arrayContaining([...tables.questions.common, ...tables.questions[type]]))
      for (const [kind, more] of Object.entries(tables.branching)) {
        const branch = byType(question!.properties!['branching']!, kind)
        if (kind === 'response_based' && !tables.branchingByAnswer.includes(type))
          expect(branch).toBeUndefined()
        else expect(Object.keys(branch?.properties ?? {})).toEqual(expect.arrayContaining(['type', ...more]))
      }
    },
  )

  it('has the result of a flag (section 4.3)', () => {
    const reply = fieldsOf(answerOf(operationOf('post', '/flags')!, 200))
    const result = fieldsOf(reply['flags']!.additionalProperties)
    expect(Object.keys(result)).toEqual(expect.arrayContaining(tables.flagResult))
    expect(Object.keys(fieldsOf(result['reason']))).toEqual(expect.arrayContaining(tables.flagReason))
    expect(Object.keys(fieldsOf(result['metadata']))).toEqual(expect.arrayContaining(tables.flagMetadata))
  })

  it('describes no route that is not served', () => {
    const served = routes.map(
      route => `${route.method.toLowerCase()} ${route.path.replace(/:(\w+)/g, '{$1}')}`,
    )
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const method of Object.keys(operations)) expect(served).toContain(`${method} ${path}`)
    }
  })
})
