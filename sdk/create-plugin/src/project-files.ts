import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Names } from './names.ts'

/** Project files: content by path. */
export type Files = ReadonlyMap<string, string>

const templates = fileURLToPath(new URL('../template', import.meta.url))

/** npm drops `.gitignore` from packages. */
const targetName = (file: string) => file.replace(/\.tmpl$/, '').replace(/^gitignore$/, '.gitignore')

/** `{{name}}` is a value; `{{=name}}` stays in the file, as `{{name}}`. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(=?)(\w+)\}\}/g, (_, keep: string, name: string) => {
    const value = keep ? `{{${name}}}` : values[name]
    if (value === undefined) throw new Error(`a template uses {{${name}}}, which is not defined`)
    return value
  })
}

/** All files of a new project. `version` is the one of our packages. */
export function projectFiles(names: Names, version: string): Files {
  const values = { ...names, version }
  const files = ['shared', 'project'].flatMap((template) => {
    const folder = join(templates, template)
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry): [string, string] => {
        const path = join(entry.parentPath, entry.name)
        const file = path
          .slice(folder.length + 1)
          .split('\\')
          .join('/')
        return [targetName(file), fill(readFileSync(path, 'utf8'), values)]
      })
  })
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)))
}
