import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const SOURCES = join(import.meta.dirname, '../../src')
/** Folders of which no page loads anything with the script tag. */
const ELSEWHERE = /^(server|react|openfeature|console|editor|migrate|typegen|surveys\/authoring)\//

const sourceFiles = (): ts.SourceFile[] =>
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name) && !ELSEWHERE.test(name))
    .map(name =>
      ts.createSourceFile(
        name,
        readFileSync(join(SOURCES, name), 'utf8'),
        ts.ScriptTarget.Latest,
        true,
        name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
      ),
    )

function collect(visit: (node: ts.Node, add: (name: string) => void) => void): string[] {
  const names = new Set<string>()
  const add = (name: string) => void names.add(name)
  const walk = (node: ts.Node): void => {
    visit(node, add)
    ts.forEachChild(node, walk)
  }
  for (const file of sourceFiles()) walk(file)
  return [...names].sort()
}

/** Returns the literal name of a property that an expression reads or writes. */
function nameOf(target: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(target)) return target.name.text
  const isNamed = ts.isElementAccessExpression(target) && ts.isStringLiteral(target.argumentExpression)
  return isNamed ? (target.argumentExpression as ts.StringLiteral).text : undefined
}

/** Returns the left side of an assignment, or the operand of `++` and `--`. */
function assignedTarget(node: ts.Node): ts.Node | undefined {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken
    return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
      ? node.left
      : undefined
  }
  if (!ts.isPrefixUnaryExpression(node) && !ts.isPostfixUnaryExpression(node)) return undefined
  const isCount = [ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken].includes(node.operator)
  return isCount ? node.operand : undefined
}

/** Returns the names of the properties that the sources of the script assign, increment, or pass to `Object.assign`. */
export const assignedNames = (): string[] =>
  collect((node, add) => {
    const target = assignedTarget(node)
    const name = target && nameOf(target)
    if (name !== undefined) add(name)
    if (!ts.isCallExpression(node) || node.expression.getText() !== 'Object.assign') return
    for (const source of node.arguments.filter(ts.isObjectLiteralExpression))
      for (const { name } of source.properties)
        if (name && !ts.isComputedPropertyName(name)) add(name.getText())
  })

/** Returns the names of the optional members of all types: those that an object may lack, and so inherit. */
export const optionalNames = (): string[] =>
  collect((node, add) => {
    if ((ts.isPropertySignature(node) || ts.isMethodSignature(node)) && node.questionToken)
      add(node.name.getText().replace(/^'|'$/g, ''))
  })

/** Returns the names of all properties that the sources read: by a dot, by a literal, or by taking an object apart. */
export const readNames = (): string[] =>
  collect((node, add) => {
    const name = nameOf(node)
    if (name !== undefined) add(name)
    if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent)) return
    const property = node.propertyName ?? node.name
    if (ts.isIdentifier(property) || ts.isStringLiteral(property)) add(property.text)
  })

/** Returns the names of the attributes of the elements that surveys draw. */
export const attributeNames = (): string[] =>
  collect((node, add) => {
    if (ts.isJsxAttribute(node)) add(node.name.getText())
  })
