import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Files } from './project-files.ts'

/** What a fresh repository has. */
const harmless = ['.git', '.DS_Store']

/** Throws when something is there that could be lost. */
export function refuseOccupied(folder: string): void {
  if (!existsSync(folder)) return
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file`)
  const [found] = readdirSync(folder).filter((name) => !harmless.includes(name))
  if (found !== undefined) throw new Error(`${folder} is not empty: it has ${found}. Nothing was written.`)
}

/** Writes a project into an empty or new folder; it never replaces a file. */
export function writeProject(folder: string, files: Files): void {
  refuseOccupied(folder)
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text, { flag: 'wx' })
  }
}
