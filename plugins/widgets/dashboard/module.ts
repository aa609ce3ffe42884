import type { InstalledModule } from '@svc/plugin-widgets/contract'
import { isCompatible, SDK_VERSION } from '@svc/widget-sdk'

export type { InstalledModule }

export const modulesPath = '/api/widget-modules'

/** live message after every change */
export const modulesChanged = 'widget_modules_changed'

export const modulePath = (id: string): string => `${modulesPath}/${encodeURIComponent(id)}`

/** Identifies one version of a module. */
export const versionKey = ({ id, package_sha256, entry_path }: InstalledModule): string =>
  `${id}@${package_sha256}/${entry_path}`

export const isModuleCompatible = ({ manifest }: InstalledModule): boolean =>
  isCompatible(SDK_VERSION, manifest.sdkVersion)

/** Modules whose name, id, author or description contain all words of `query`. */
export function searchModules(modules: readonly InstalledModule[], query: string): readonly InstalledModule[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return modules
  return modules.filter(({ id, manifest: { name, author = '', description = '' } }) => {
    const text = `${id} ${name} ${author} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
