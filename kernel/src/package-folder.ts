import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** The folder of an installed package that the program itself can import; packages need not export package.json. */
export function packageFolder(name: string): string {
  let folder = dirname(require.resolve(name))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`package ${name} has no package.json`)
    folder = parent
  }
  return folder
}
