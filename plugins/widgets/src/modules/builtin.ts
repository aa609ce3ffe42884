import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPackage, type WidgetPackage } from '@svc/widget-package'

const folder = fileURLToPath(new URL('../../builtin', import.meta.url))

/** The built-in modules. */
export const builtinPackages = (): Promise<WidgetPackage[]> =>
  Promise.all(
    readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => readPackage(readFileSync(join(folder, name)))),
  )
