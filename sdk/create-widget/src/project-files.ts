import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ManifestError, readManifest } from '@svc/widget-sdk/manifest'
import type { Names } from './names.ts'

/** Files of a project by name. */
export type Files = ReadonlyMap<string, string>

const templates = fileURLToPath(new URL('../template', import.meta.url))

/** The templates are projects that work; these are their own names, which give way to the new one's. */
const sampleOf = {
  widget: { packageName: 'load', title: 'Load', id: 'org.example.load' },
  collection: { packageName: 'pair', title: 'Pair', id: 'org.example.pair' },
} as const

/** Published packages lose files of this name. */
const realName = (file: string) => (file === 'gitignore' ? '.gitignore' : file)

function read(template: string): [string, string][] {
  const folder = join(templates, template)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const file = path
        .slice(folder.length + 1)
        .split('\\')
        .join('/')
      return [realName(file), readFileSync(path, 'utf8')]
    })
}

function packageOf(text: string, { packageName }: Names, version: string): string {
  const json = JSON.parse(text) as { devDependencies: Record<string, string>; [member: string]: unknown }
  const current = (name: string, range: string) => (name.startsWith('@svc/') ? `^${version}` : range)
  const devDependencies = Object.fromEntries(
    Object.entries(json.devDependencies).map(([name, range]) => [name, current(name, range)]),
  )
  return `${JSON.stringify({ ...json, name: packageName, devDependencies }, null, 2)}\n`
}

/** Inside the quotes of JSON. */
const quoted = (text: string) => JSON.stringify(text).slice(1, -1)

/** Every file of a new project. Throws when the manifest would be refused. */
export function projectFiles(kind: 'widget' | 'collection', given: Names, version: string): Files {
  const names = { ...given, title: given.title.trim() }
  // in a collection it is only the beginning of what the manifests say
  if (names.title === '') throw new Error('name must not be empty')
  const sample = sampleOf[kind]
  const renamed = (file: string, text: string): string => {
    if (file === 'package.json') return packageOf(text, names, version)
    if (file === 'README.md') {
      return text
        .replace(`# ${sample.title}\n`, () => `# ${names.title}\n`)
        .replace(`dist/${sample.packageName}.`, `dist/${names.packageName}.`)
    }
    if (!/(^|\/)index\.tsx$/.test(file)) return text
    return text
      .replace(`"id": "${sample.id}`, () => `"id": "${quoted(names.id)}`)
      .replace(`"name": "${sample.title}`, () => `"name": "${quoted(names.title)}`)
  }
  const files = new Map([...read('base'), ...read(kind)].map(([file, text]) => [file, renamed(file, text)]))
  for (const [file, text] of files) if (/(^|\/)index\.tsx$/.test(file)) checkManifest(text, names)
  return files
}

function checkManifest(text: string, { id, title }: Names): void {
  try {
    const found = readManifest(text)
    if (found.id.startsWith(id) && found.name.startsWith(title)) return
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error
    // what ends the comment too early is the name's fault
    if (!title.includes('*/')) throw error
  }
  throw new Error('name cannot stand in a comment: it must not contain */')
}
