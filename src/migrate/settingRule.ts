import type { CallExpression, Node, ObjectExpression, ObjectMethod, ObjectProperty } from '@babel/types'
import { CONFIG_ALIASES } from '../client/config'
import { countNames, findNodes, memberOf, nameOf, type Script, withoutAssertions } from './ast'
import { type IsClient, localNames } from './clientNames'
import { type Changes, type Edit, type Finding, joinChanges, removeItems } from './edits'
import { counterpartOf } from './moduleNames'
import { ignoredSetting } from './settingNames'
import { ARRAY } from './snippet'

/** The host of posthog-js without `api_host`. */
const DEFAULT_HOST = 'https://us.i.posthog.com'

/** An object of settings. `isWhole`: those that a client starts with, so that a missing one has its default. */
interface Settings {
  object: ObjectExpression
  isWhole: boolean
}

/**
 * Rewrites settings: in `init`, in `set_config`, in the provider of React and in objects of the type `PostHogConfig`.
 *
 * Settings without an effect are removed, old names become current ones, and defaults of posthog-js that Earshot does not share are
 * written down. See D-510.
 */
export function changeSettings(script: Script, isClient: IsClient): Changes {
  const { file } = script
  const calls = findNodes(file, 'CallExpression', 'OptionalCallExpression').map(({ node }) =>
    settingsOfCall(script, node as CallExpression, isClient),
  )
  const providerNames = localNames(file, 'PostHogProvider')
  const providers = findNodes(file, 'JSXOpeningElement').map(({ node }): Found => {
    if (!providerNames.includes(nameOf(node.name) ?? '')) return NONE
    const options = node.attributes.find(
      attribute => attribute.type === 'JSXAttribute' && nameOf(attribute.name) === 'options',
    )
    const value = options?.type === 'JSXAttribute' ? options.value : undefined
    if (value?.type !== 'JSXExpressionContainer') return NONE
    return settingsOf(script, value.expression, true)
  })
  const typed = typedObjects(script).map(node => settingsOf(script, node, false))

  const found: Found[] = [...calls, ...providers, ...typed]
  // What has been migrated before has its settings.
  const isPosthog = usesPosthog(script)
  const objects = new Map<ObjectExpression, boolean>()
  for (const { settings } of found)
    if (settings)
      objects.set(settings.object, (isPosthog && settings.isWhole) || (objects.get(settings.object) ?? false))
  return joinChanges([
    ...found.map(({ changes }) => changes ?? { edits: [], findings: [] }),
    ...[...objects].map(([object, isWhole]) => changeObject(script, { object, isWhole })),
  ])
}

/** Whether a script loads posthog-js, rather than use a client that another one has loaded. */
const usesPosthog = (script: Script): boolean =>
  script.text.includes(ARRAY) ||
  findNodes(script.file, 'StringLiteral').some(({ node }) => counterpartOf(node.value) !== undefined)

/** Settings that can be read, or the change in place of them. */
interface Found {
  settings?: Settings | undefined
  changes?: Changes
}
const NONE: Found = {}

const isConfigType = ({ text }: Script, annotation: Node | null | undefined): boolean =>
  !!annotation && /\bPostHogConfig\b/.test(text.slice(annotation.start!, annotation.end!))

/** Returns the expressions that are declared to be settings. */
function typedObjects(script: Script): Node[] {
  const variables = findNodes(script.file, 'VariableDeclarator').flatMap(({ node: { id, init } }) =>
    init && 'typeAnnotation' in id && isConfigType(script, id.typeAnnotation) ? init : [],
  )
  const assertions = findNodes(script.file, 'TSSatisfiesExpression', 'TSAsExpression').flatMap(({ node }) =>
    isConfigType(script, node.typeAnnotation) ? node : [],
  )
  const functions = findNodes(script.file, 'FunctionDeclaration', 'ArrowFunctionExpression').flatMap(
    ({ node: { returnType, body } }) => {
      if (!isConfigType(script, returnType)) return []
      if (body.type !== 'BlockStatement') return body
      return findNodes(body, 'ReturnStatement').flatMap(({ node: { argument } }) => argument ?? [])
    },
  )
  return [...variables, ...assertions, ...functions].filter(
    node => withoutAssertions(node).type === 'ObjectExpression',
  )
}

function settingsOfCall(script: Script, call: CallExpression, isClient: IsClient): Found {
  const method = memberOf(call.callee)
  if (!method || !isClient(method.object)) return NONE
  if (method.name === 'set_config') {
    const [input] = call.arguments
    return input ? settingsOf(script, input, false) : NONE
  }
  if (method.name !== 'init') return NONE
  const [key, input] = call.arguments
  if (input) return settingsOf(script, input, true)
  if (!key || key.type === 'SpreadElement' || !usesPosthog(script)) return NONE
  const text = `, { ${missingSettings(script, []).join(', ')} }`
  return { changes: { edits: [{ start: key.end!, end: key.end!, text, kind: 'setting' }], findings: [] } }
}

/** Finds the object of an expression: itself, or the constant of this script that it names. */
function settingsOf({ file, text }: Script, node: Node, isWhole: boolean): Found {
  const inner = withoutAssertions(node)
  if (inner.type === 'ObjectExpression') return { settings: { object: inner, isWhole } }
  const declaration =
    inner.type === 'Identifier' &&
    findNodes(file, 'VariableDeclarator').find(
      ({ node: { id, init } }) =>
        init && nameOf(id) === inner.name && withoutAssertions(init).type === 'ObjectExpression',
    )
  if (declaration)
    return { settings: { object: withoutAssertions(declaration.node.init!) as ObjectExpression, isWhole } }
  const topic = text.slice(inner.start!, inner.end!).split('\n')[0]!
  const advice = 'Settings from elsewhere. See that they have `api_host`, and none without an effect.'
  return { changes: { edits: [], findings: [{ start: inner.start!, kind: 'check', topic, advice }] } }
}

type Property = ObjectProperty | ObjectMethod

function changeObject(script: Script, { object, isWhole }: Settings): Changes {
  const { text } = script
  const properties = object.properties.filter((item): item is Property => item.type !== 'SpreadElement')
  const byName = new Map(properties.map(item => [nameOf(item.key, item.computed) ?? '', item]))
  const hasSpread = properties.length < object.properties.length
  const isRemoved = (item: Node) =>
    item.type !== 'SpreadElement' && isIgnored(item as Property) && isRemovable(script, item as Property)

  const items = object.properties.map(({ start, end }) => ({ start: start!, end: end! }))
  const bounds = { start: object.start! + 1, end: object.end! - 1 }
  const removals = removeItems(text, items, index => isRemoved(object.properties[index]!), bounds)
  const missing =
    isWhole && !hasSpread ? missingSettings(script, [...byName.keys()], byName.get('defaults')) : []
  const added =
    missing.length > 0 ? [addSettings(script, object, missing, !object.properties.every(isRemoved))] : []
  return {
    edits: [...added, ...removals.map(edit => ({ ...edit, kind: 'setting' as const })), ...renames(byName)],
    findings: [
      ...ignoredFindings(byName, isRemoved),
      ...differentFindings(byName),
      ...pageviewFindings(object, missing),
    ],
  }
}

const isIgnored = (item: Property) => ignoredSetting(nameOf(item.key, item.computed) ?? '') !== undefined

/** Whether all names in a value occur elsewhere too, so that its removal leaves nothing unused behind. */
function isRemovable({ file, names }: Script, item: Property): boolean {
  return [...countNames(item)].every(([name, count]) => {
    const others = names.get(name)! - count
    return others !== 1 || !isDeclared(file, name)
  })
}

const isDeclared = (file: Node, name: string): boolean =>
  findNodes(file, 'ImportDeclaration', 'VariableDeclarator', 'FunctionDeclaration').some(({ node }) =>
    node.type === 'ImportDeclaration'
      ? node.specifiers.some(({ local }) => local.name === name)
      : node.id != null && nameOf(node.id) === name,
  )

/** Returns the settings that posthog-js has by default and Earshot has not. */
function missingSettings({ quote }: Script, names: string[], defaults?: Property): string[] {
  const isUnset = !defaults || (defaults.type === 'ObjectProperty' && nameOf(defaults.value) === 'unset')
  return [
    ...(names.includes('api_host') ? [] : [`api_host: ${quote}${DEFAULT_HOST}${quote}`]),
    ...(names.includes('capture_pageview') || !isUnset ? [] : ['capture_pageview: true']),
  ]
}

function addSettings({ text }: Script, object: ObjectExpression, lines: string[], hasRest: boolean): Edit {
  const [first] = object.properties
  const position = object.start! + 1
  const space = first ? text.slice(position, first.start!) : ''
  const indent = /\r?\n[ \t]*$/.exec(space)?.[0]
  const added = indent
    ? lines.map(line => `${indent}${line},`).join('')
    : ` ${lines.join(', ')}${hasRest ? ',' : ' '}`
  return { start: position, end: position, text: added, kind: 'setting' }
}

function renames(byName: ReadonlyMap<string, Property>): Edit[] {
  return [...byName].flatMap(([name, item]): Edit[] => {
    const newName = CONFIG_ALIASES[name]
    if (!newName || byName.has(newName)) return []
    const isShort = item.type === 'ObjectProperty' && item.shorthand
    const end = item.key.end!
    return [{ start: item.key.start!, end, text: isShort ? `${newName}: ${name}` : newName, kind: 'setting' }]
  })
}

const ignoredFindings = (
  byName: ReadonlyMap<string, Property>,
  isRemoved: (item: Property) => boolean,
): Finding[] =>
  [...byName].flatMap(([name, item]) => {
    const advice = ignoredSetting(name)
    if (!advice) return []
    const done = isRemoved(item) ? 'Removed.' : 'Remove it, and what is used by it alone.'
    return [{ start: item.start!, kind: 'missing' as const, topic: name, advice: `${advice} ${done}` }]
  })

/** Settings with the same name and another meaning. */
function differentFindings(byName: ReadonlyMap<string, Property>): Finding[] {
  const check = (item: Property | undefined, topic: string, advice: string): Finding[] =>
    item ? [{ start: item.start!, kind: 'check', topic, advice }] : []
  return [
    ...check(
      byName.get('bootstrap'),
      'bootstrap',
      'Bootstrapped flags win over stored ones. Put constant defaults into `defaultFeatureFlags`.',
    ),
    ...(byName.has('opt_out_capturing_by_default')
      ? check(
          byName.get('cookieless_mode'),
          'cookieless_mode',
          'With `opt_out_capturing_by_default`, nothing is captured until the visitor decides.',
        )
      : []),
  ]
}

const pageviewFindings = ({ start }: ObjectExpression, missing: string[]): Finding[] =>
  missing.some(line => line.startsWith('capture_pageview'))
    ? [
        {
          start: start!,
          kind: 'check',
          topic: 'capture_pageview',
          advice:
            'Set to true, as posthog-js counts the first page alone. Without it, Earshot counts each page of a single-page application.',
        },
      ]
    : []
