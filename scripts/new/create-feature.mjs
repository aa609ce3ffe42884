import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Where the two halves of a feature are, with their templates; third parties begin with some of them as well. */
const halves = new Map([
  ['plugins', ['scripts/templates/plugin', 'sdk/create-plugin/template/shared']],
  ['agent-plugins', ['scripts/templates/agent-plugin']],
])

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** `{{name}}` is a value; `{{=name}}` stays in the file, as `{{name}}`. @param {string} text @param {Record<string, string>} values */
const fill = (text, values) =>
  text.replace(/\{\{(=?)(\w+)\}\}/g, (_, keep, name) => {
    const value = keep ? `{{${name}}}` : values[name]
    if (value === undefined) throw new Error(`a template uses {{${name}}}, which is not defined`)
    return value
  })

/** The first number of a capability's bit that no agent plugin uses. @param {string} root */
function freeBit(root) {
  const used = new Set(
    globSync('agent-plugins/*/package.json', { cwd: root }).flatMap((file) =>
      Object.values(readJson(join(root, file)).svc.capabilities).map(({ bit }) => bit),
    ),
  )
  for (let bit = 12; bit < 32; bit++) if (!used.has(bit)) return bit
  throw new Error('all bits of capabilities are in use')
}

/** @param {string} root @param {import('./names.mjs').Names} names */
function valuesOf(root, names) {
  const { version } = readJson(join(root, 'package.json'))
  const sdk = readJson(join(root, 'sdk/plugin/package.json'))
  const dashboard = readJson(join(root, 'sdk/dashboard/package.json'))
  const libraries = { ...dashboard.devDependencies, ...dashboard.dependencies, ...dashboard.peerDependencies }
  const bit = freeBit(root)
  return {
    ...names,
    version,
    typebox: sdk.dependencies['@sinclair/typebox'],
    react: libraries.react,
    reactTypes: libraries['@types/react'],
    lucide: libraries['lucide-react'],
    bit: String(bit),
    mask: String((1 << bit) >>> 0),
  }
}

/**
 * Renders the files of both halves of a feature from the templates.
 * @param {string} root
 * @param {import('./names.mjs').Names} names
 */
export function filesOf(root, names) {
  const values = valuesOf(root, names)
  return [...halves].flatMap(([top, templates]) => {
    const folder = `${top}/${names.id}`
    const rendered = templates.flatMap((template) =>
      readdirSync(join(root, template), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.tmpl'))
        .sort()
        .map((file) => ({
          path: `${folder}/${file.slice(0, -'.tmpl'.length)}`,
          text: fill(readFileSync(join(root, template, file), 'utf8'), values),
        })),
    )
    return [{ path: `${folder}/LICENSE`, text: readFileSync(join(root, 'LICENSE'), 'utf8') }, ...rendered]
  })
}

/**
 * Writes both halves of a feature, and touches nothing else. Returns the paths of its files.
 * @param {string} root
 * @param {import('./names.mjs').Names} names
 */
export function createFeature(root, names) {
  const files = filesOf(root, names)
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return files.map(({ path }) => path)
}
