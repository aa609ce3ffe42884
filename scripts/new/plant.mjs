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

/** @param {string} file @param {(json: Record<string, any>) => void} change */
function editJson(file, change) {
  const json = JSON.parse(readFileSync(file, 'utf8'))
  change(json)
  writeFileSync(file, `${JSON.stringify(json, null, 2)}\n`)
}

/** Type-checks the package with the others. @param {string} root @param {string} folder */
function addReferences(root, folder) {
  for (const file of ['tsconfig.json', 'tsconfig.tests.json']) {
    editJson(join(root, file), ({ references }) => {
      const before = references.findIndex((/** @type {{ path: string }} */ { path }) => path === 'dashboard')
      references.splice(before === -1 ? references.length : before, 0, { path: folder })
    })
  }
}

/**
 * Writes a package of `kind` from its templates and adds it to the type-checked projects.
 * @param {string} root
 * @param {string} kind
 * @param {import('./names.mjs').Names} names
 */
export function plant(root, kind, names) {
  const folder = `${folders.get(kind)}/${names.id}`
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { dependencies } = JSON.parse(readFileSync(join(root, 'sdk/plugin/package.json'), 'utf8'))
  const values = { ...names, version, typebox: dependencies['@sinclair/typebox'] }

  const templates = join(root, 'scripts/templates', kind)
  const files = readdirSync(templates, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tmpl'))
    .map((file) => file.slice(0, -'.tmpl'.length))
    .sort()
  for (const file of files) {
    const target = join(root, folder, fill(file, values))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, fill(readFileSync(join(templates, `${file}.tmpl`), 'utf8'), values))
  }
  addReferences(root, folder)

  const owner = kind === 'plugin' ? 'kernel' : 'agent'
  const next = [
    'npm install                              links it into the workspace',
    `npx vitest run --project ${folder}`,
    `to ship it with the program, name it in ${owner}/src/bundled.ts and in the dependencies of ${owner}/package.json`,
  ]
  return { folder, files, next }
}
