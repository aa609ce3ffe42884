import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folders } from './names.mjs'

/**
 * @param {string} text
 * @param {Record<string, string>} values
 */
const fill = (text, values) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name) => {
    const value = values[name]
    if (value === undefined) throw new Error(`a template uses {{${name}}}, which is not defined`)
    return value
  })

/**
 * Inserts a text before the first match in a file.
 * @param {string} file
 * @param {RegExp} pattern
 * @param {string} text
 */
function insertBefore(file, pattern, text) {
  const before = readFileSync(file, 'utf8')
  if (!pattern.test(before)) throw new Error(`${file} does not contain ${pattern}`)
  writeFileSync(
    file,
    before.replace(pattern, (match) => text + match),
  )
}

/** @param {string} root @param {import('./names.mjs').Names} names */
const addSetting = (root, { snake }) =>
  insertBefore(
    join(root, 'README.md'),
    /\nThe agent reads /,
    `| \`${snake}.max_notes\` | 100 | maximum number of notes |\n`,
  )

/**
 * Renders the files of a new package from the templates of its kind.
 * @param {string} root
 * @param {string} kind
 * @param {import('./names.mjs').Names} names
 */
export function filesOf(root, kind, names) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { dependencies } = JSON.parse(readFileSync(join(root, 'sdk/plugin/package.json'), 'utf8'))
  const values = { ...names, version, typebox: dependencies['@sinclair/typebox'] }

  const templates = join(root, 'scripts/templates', kind)
  return readdirSync(templates, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tmpl'))
    .map((file) => file.slice(0, -'.tmpl'.length))
    .sort()
    .map((file) => ({
      path: fill(file, values),
      text: fill(readFileSync(join(templates, `${file}.tmpl`), 'utf8'), values),
    }))
}

/**
 * Creates a package of `kind` from its templates, and adds its setting to the README.
 * @param {string} root
 * @param {string} kind
 * @param {import('./names.mjs').Names} names
 */
export function createPackage(root, kind, names) {
  const folder = `${folders.get(kind)}/${names.id}`
  const files = filesOf(root, kind, names)
  for (const { path, text } of files) {
    const target = join(root, folder, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  if (kind === 'plugin') addSetting(root, names)

  const next = [
    'npm install                              link it into the workspace',
    `npx vitest run --project ${folder}`,
    ...(kind === 'plugin' ? ['keep test/access.ts up to date with its routes'] : []),
    'describe it and its setting in README.md',
  ]
  return { folder, files: files.map(({ path }) => path), next }
}
