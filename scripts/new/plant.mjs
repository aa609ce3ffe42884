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
    if (value === undefined) throw new Error(`a template asks for {{${name}}}, which nobody defined`)
    return value
  })

/**
 * Puts a text before the one place of a file that matches; everything else stays as it is written.
 * @param {string} file
 * @param {RegExp} place
 * @param {string} text
 */
function insertBefore(file, place, text) {
  const before = readFileSync(file, 'utf8')
  if (!place.test(before)) throw new Error(`${file} has no place like ${place}`)
  writeFileSync(
    file,
    before.replace(place, (found) => text + found),
  )
}

/** Type-checks the package with the others. @param {string} root @param {string} folder */
function addReferences(root, folder) {
  for (const file of ['tsconfig.json', 'tsconfig.tests.json']) {
    const entry = `{\n      "path": "${folder}"\n    },\n    `
    // before the last one
    insertBefore(join(root, file), /\{[^{}]*\}\s*\]\s*\}\s*$/, entry)
  }
}

/** @param {string} root @param {import('./names.mjs').Names} names */
const addSetting = (root, { snake }) =>
  insertBefore(
    join(root, 'README.md'),
    /\nThe agent reads /,
    `| \`${snake}.max_notes\` | 100 | notes that are kept at most |\n`,
  )

/**
 * The files of a new package, filled in from the templates of its kind.
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
 * Writes a package of `kind` from its templates, and adds it to the type-checked projects and its setting to the README.
 * @param {string} root
 * @param {string} kind
 * @param {import('./names.mjs').Names} names
 */
export function plant(root, kind, names) {
  const folder = `${folders.get(kind)}/${names.id}`
  const files = filesOf(root, kind, names)
  for (const { path, text } of files) {
    const target = join(root, folder, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  addReferences(root, folder)
  if (kind === 'plugin') addSetting(root, names)

  const next = [
    'npm install                              links it into the workspace',
    `npx vitest run --project ${folder}`,
    ...(kind === 'plugin' ? ['then tell in its test/access.ts who may call its routes'] : []),
    'keep its row and its name in README.md true',
  ]
  return { folder, files: files.map(({ path }) => path), next }
}
