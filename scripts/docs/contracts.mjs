import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import ts from 'typescript'
import { root } from '../setup/child.mjs'

/** What plugins share by an id, in the order of the page. */
const kinds = /** @type {const} */ (['service', 'point', 'event', 'slot'])

/** @typedef {{ kind: typeof kinds[number], name: string, id: string, type: ts.TypeNode | undefined, node: ts.Node, file: ts.SourceFile }} Ref */

const titles = { service: 'Services', point: 'Points', event: 'Events', slot: 'Slots of pages' }

/** @param {string} path */
const parse = (path) =>
  ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)

/** The text of the comment before a node. @param {ts.Node} node */
const docOf = (node) =>
  ts
    .getJSDocCommentsAndTags(node)
    .map(({ comment }) => (typeof comment === 'string' ? comment : ''))
    .filter(Boolean)
    .join('\n')
    .replace(/\s*\n\s*/g, ' ')

/** The references that a file exports: `export const x: ServiceRef<T> = service('id')`. @param {ts.SourceFile} file @returns {Ref[]} */
function refsOf(file) {
  return file.statements
    .filter((node) => ts.isVariableStatement(node))
    .filter(({ modifiers = [] }) => modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .flatMap((node) =>
      node.declarationList.declarations.flatMap(({ name, type, initializer }) => {
        if (!initializer || !ts.isCallExpression(initializer)) return []
        const kind = kinds.find((each) => each === initializer.expression.getText())
        const [id] = initializer.arguments
        if (!kind || !id || !ts.isStringLiteral(id)) return []
        const [generic] = (type && ts.isTypeReferenceNode(type) ? type : initializer).typeArguments ?? []
        return [{ kind, name: name.getText(), id: id.text, type: generic, node, file }]
      }),
    )
}

/** Types that packages declare, by name. @param {readonly ts.SourceFile[]} files */
function typesOf(files) {
  /** @type {Map<string, ts.Statement>} */
  const found = new Map()
  for (const { statements } of files)
    for (const node of statements)
      if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
        if (!found.has(node.name.text)) found.set(node.name.text, node)
      }
  return found
}

/** The type with its own documentation, and how it is declared where it has a name. @param {Ref} ref @param {ReadonlyMap<string, ts.Statement>} types */
function declarationOf({ type, kind }, types) {
  if (!type) return undefined
  const name = ts.isTypeReferenceNode(type) ? type.typeName.getText() : undefined
  const declared = name === undefined ? undefined : types.get(name)
  const code = declared
    ? declared.getText().replace(/^export /, '')
    : `type ${kind === 'event' ? 'Payload' : 'Item'} = ${type.getText()}`
  return { code, doc: declared ? docOf(declared) : '' }
}

/** @param {Ref} ref @param {ReadonlyMap<string, ts.Statement>} types */
function entry(ref, types) {
  const declaration = declarationOf(ref, types)
  const text = [docOf(ref.node), declaration?.doc].filter(Boolean)
  const code = declaration ? ['```ts', declaration.code, '```'] : []
  return [
    `#### \`${ref.name}\` (\`${ref.id}\`)`,
    ...(text.length > 0 ? [text.join(' ')] : []),
    ...(code.length > 0 ? [code.join('\n')] : []),
  ]
}

/** The owners of contracts: the kernel, whose references are in the SDK, and each plugin. */
function owners() {
  const plugins = globSync('plugins/*/src/contract.ts', { cwd: root }).map((file) => dirname(dirname(file)))
  const others = globSync('plugins/*/dashboard/pages.ts', { cwd: root }).map((file) => dirname(dirname(file)))
  return [
    { title: 'The kernel', from: '@svc/plugin-sdk', refs: 'sdk/plugin/src/*.ts', types: ['sdk/plugin/src/*.ts'] },
    ...[...new Set([...plugins, ...others])].sort().map((folder) => ({
      title: basename(folder),
      from: `@svc/plugin-${basename(folder)}/contract`,
      refs: `${folder}/{src/contract,dashboard/pages}.ts`,
      types: [`${folder}/src/**/*.ts`, `${folder}/dashboard/**/*.ts`],
    })),
  ]
}

const files = (/** @type {string | readonly string[]} */ patterns) =>
  globSync(patterns, { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort()
    .map((file) => parse(file.replaceAll('\\', '/')))

/** docs/contracts.md: what plugins may require, contribute to, listen to and fill, made of the sources. */
export function contractsPage() {
  const sections = owners().flatMap(({ title, from, refs, types }) => {
    const found = files(refs).flatMap(refsOf)
    if (found.length === 0) return []
    const declared = typesOf([...files(refs), ...files(types)])
    const lines = kinds.flatMap((kind) => {
      const own = found.filter((ref) => ref.kind === kind).sort((a, b) => (a.name < b.name ? -1 : 1))
      return own.length === 0 ? [] : [`### ${titles[kind]}`, ...own.flatMap((ref) => entry(ref, declared))]
    })
    return [
      `## ${title}`,
      `From \`${from}\`${found.some(({ kind }) => kind === 'slot') ? '; a slot is named by its id, `slot(…)` of `@svc/dashboard-sdk`' : ''}.`,
      ...lines,
    ]
  })
  const lead = [
    'What the kernel and the plugins that come with the server offer to other plugins, written by `npm run docs`.',
    'A plugin **requires** services, **contributes** to points, **listens** to events and **fills** slots of pages;',
    '[the plugin SDK](../sdk/plugin/README.md#how-plugins-meet) tells how.',
    'Types that are only mentioned are exported beside the reference.',
  ].join('\n')
  return `${['# Contracts', lead, ...sections].join('\n\n')}\n`
}
