import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const { resolve } = createRequire(import.meta.url)

/** The folder of a package that the program can import. Works without an export of package.json. */
export function packageFolder(name: string): string {
  const folders = (resolve.paths(name) ?? []).map((modules) => join(modules, name))
  const folder = folders.find((each) => existsSync(join(each, 'package.json')))
  if (!folder) throw new Error(`package ${name} is not installed`)
  return realpathSync(folder)
}
