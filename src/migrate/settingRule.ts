import type { Node, ObjectExpression, ObjectMethod, ObjectProperty } from '@babel/types'
import { CONFIG_ALIASES } from '../client/config'
import { countNames, findNodes, nameOf, type Script } from './ast'
import type { IsClient } from './clientNames'
import { type Changes, type Edit, type Finding, joinChanges, removeItems } from './edits'
import { ignoredSetting } from './settingNames'
import { findSettings } from './settingObjects'

/** The host of posthog-js without `api_host`. */
const DEFAULT_HOST = 'https://us.i.posthog.com'

/**
 * Rewrites settings. Those without an effect are removed, old names become current ones, and defaults of posthog-js that Earshot
 * does not share are written down. See D-510.
 */
export function changeSettings(script: Script, isClient: IsClient): Changes {
  const { objects, unreadable, bareKeys } = findSettings(script, isClient)
  return joinChanges([
    ...[...objects].map(([object, isWhole]) => changeObject(script, object, isWhole)),
    {
      edits: bareKeys.map(({ end }) => ({
        start: end!,
        end: end!,
        text: `, { ${missingSettings(script, []).join(', ')} }`,
        kind: 'setting',
      })),
      findings: unreadable.map(({ start, end }) => ({
        start: start!,
        kind: 'check',
        topic: script.text.slice(start!, end!).split('\n')[0]!,
        advice: 'Settings from elsewhere. See that they have `api_host`, and none without an effect.',
      })),
    },
  ])
}

type Property = ObjectProperty | ObjectMethod

function changeObject(script: Script, object: ObjectExpression, isWhole: boolean): Changes {
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
