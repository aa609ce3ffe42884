import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Files } from './project-files.ts'

/** Allowed in an otherwise empty folder. */
const ignored = ['.git', '.DS_Store']

/** Writes a project into a new or empty folder. Never overwrites a file. */
export function writeProject(folder: string, files: Files): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file`)
    const found = readdirSync(folder).find((name) => !ignored.includes(name))
    if (found !== undefined) throw new Error(`${folder} is not empty: it contains ${found}. Nothing was written.`)
  }
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text, { flag: 'wx' })
  }
}
