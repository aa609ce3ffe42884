import ts from 'typescript'
import { declarationsOf, exportsOf } from './declarations.mjs'

/** The packages and sub-paths whose public API is recorded. */
export const recorded = [
  'agent',
  'dashboard',
  'dashboard/widgets',
  'plugin',
  'probe-target',
  'protocol',
  'widget',
  'widget/testing',
  'widget-package',
]

const printer = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed })

/** The declaring statement, which for a variable is two levels up. @param {ts.Declaration} node */
const statementOf = (node) => (ts.isVariableDeclaration(node) ? node.parent.parent : node)

/**
 * @param {ts.Symbol} symbol
 * @param {string} folder
 * @returns {ts.Node[]}
 */
const ownDeclarations = (symbol, folder) =>
  (symbol.declarations ?? []).filter((node) => node.getSourceFile().fileName.startsWith(`${folder}/`)).map(statementOf)

/** @param {ts.Node} node */
const print = (node) =>
  printer
    .printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    .replace(/^(export )?(declare )?/, '')
    .replace(/import\("[^"]+"\)\./g, '')

/** Module augmentations of other packages. @param {import('./declarations.mjs').Declarations} declarations */
const augmentationsOf = ({ program, folder }) =>
  program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(`${folder}/`))
    .flatMap(({ statements }) => [...statements])
    .filter((node) => ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name))
    .map(print)

/**
 * The public API of `name` as text: all exported declarations, sorted by name, then the unexported ones they refer to.
 * @param {string} name
 */
export function surfaceOf(name) {
  const declarations = declarationsOf(name)
  const { checker, folder } = declarations
  const exported = exportsOf(declarations)
  const visited = new Set(exported.map(([, symbol]) => symbol))
  /** @type {ts.Symbol[]} */
  const reached = []

  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isIdentifier(node)) {
      let symbol = checker.getSymbolAtLocation(node)
      if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol)
      const isTopLevel = symbol && ownDeclarations(symbol, folder).some((found) => ts.isSourceFile(found.parent))
      if (symbol && isTopLevel && !visited.has(symbol)) {
        visited.add(symbol)
        reached.push(symbol)
        for (const found of ownDeclarations(symbol, folder)) visit(found)
      }
    }
    ts.forEachChild(node, visit)
  }
  const lines = exported.flatMap(([, symbol]) => {
    const nodes = ownDeclarations(symbol, folder)
    nodes.forEach(visit)
    return nodes.map(print)
  })
  const inner = reached
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((symbol) => ownDeclarations(symbol, folder).map(print))
  lines.push(...augmentationsOf(declarations))
  return `${[...lines, ...(inner.length ? ['// reachable, not exported', ...inner] : [])].join('\n\n')}\n`
}
