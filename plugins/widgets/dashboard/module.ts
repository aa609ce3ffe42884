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
