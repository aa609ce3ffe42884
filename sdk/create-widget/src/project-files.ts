import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ManifestError, readManifest } from '@svc/widget-sdk/manifest'
import type { Names } from './names.ts'

/** Project files: content by path. */
export type Files = ReadonlyMap<string, string>

const templates = fileURLToPath(new URL('../template', import.meta.url))

/** The templates are working projects under these names, which get replaced by the chosen ones. */
const templateNames = {
  widget: { packageName: 'load', title: 'Load', id: 'org.example.load' },
  collection: { packageName: 'pair', title: 'Pair', id: 'org.example.pair' },
} as const

/** npm drops `.gitignore` from published packages. */
const targetName = (file: string) => (file === 'gitignore' ? '.gitignore' : file)

function readTemplate(template: string): [string, string][] {
  const folder = join(templates, template)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const file = path
        .slice(folder.length + 1)
        .split('\\')
        .join('/')
      return [targetName(file), readFileSync(path, 'utf8')]
    })
}

function renderPackageJson(text: string, { packageName }: Names, version: string): string {
  const json = JSON.parse(text) as { devDependencies: Record<string, string>; [member: string]: unknown }
  const pinned = (name: string, range: string) => (name.startsWith('@svc/') ? `^${version}` : range)
  const devDependencies = Object.fromEntries(
    Object.entries(json.devDependencies).map(([name, range]) => [name, pinned(name, range)]),
  )
  return `${JSON.stringify({ ...json, name: packageName, devDependencies }, null, 2)}\n`
}

/** Escapes text for use inside a JSON string. */
const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** All files of a new project. Throws when the resulting manifest is invalid. */
export function projectFiles(kind: 'widget' | 'collection', given: Names, version: string): Files {
  const names = { ...given, title: given.title.trim() }
  // In a collection it is only a prefix of the widget names, so the manifest check would not notice.
  if (names.title === '') throw new Error('name must not be empty')
  const template = templateNames[kind]
  const rename = (file: string, text: string): string => {
    if (file === 'package.json') return renderPackageJson(text, names, version)
    if (file === 'README.md') {
      return text
        .replace(`# ${template.title}\n`, () => `# ${names.title}\n`)
        .replace(`dist/${template.packageName}.`, `dist/${names.packageName}.`)
    }
    if (!/(^|\/)index\.tsx$/.test(file)) return text
    return text
      .replace(`"id": "${template.id}`, () => `"id": "${escapeJson(names.id)}`)
      .replace(`"name": "${template.title}`, () => `"name": "${escapeJson(names.title)}`)
  }
  const files = new Map(
    [...readTemplate('base'), ...readTemplate(kind)].map(([file, text]) => [file, rename(file, text)]),
  )
  for (const [file, text] of files) if (/(^|\/)index\.tsx$/.test(file)) checkManifest(text, names)
  return files
}

function checkManifest(text: string, { id, title }: Names): void {
  try {
    const found = readManifest(text)
    if (found.id.startsWith(id) && found.name.startsWith(title)) return
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error
    // A `*/` in the name ends the comment early; report that instead of the resulting parse error.
    if (!title.includes('*/')) throw error
  }
  throw new Error('name must not contain */')
}
